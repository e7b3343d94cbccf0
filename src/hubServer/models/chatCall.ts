import * as z from "zod/mini";

import { type Fields, numberOf } from "../formats/base/fields.ts";
import {
  choiceNames,
  limitNames,
  limitNamesOf,
  maxChoices,
  otherLimitNames,
  toolFields,
} from "../formats/base/parameterNames.ts";
import type { ChatFormat } from "../formats/chatFormat.ts";
import type { HeldBody } from "../formats/heldBody.ts";
import { estimateInput } from "./inputEstimate.ts";
import { parseObject, readFields } from "./jsonBody.ts";
import { checkContents } from "./messageContents.ts";
import { bringsTools, checkItems, checkStateless, responsesFields } from "./responsesBody.ts";
import { withField } from "./withField.ts";

/** Checks only fields that the hub reads, leniently: an upstream of the same format gets the body unchanged. */
const common = {
  model: z.string().check(z.minLength(1), z.maxLength(500)),
  stream: z.nullish(z.boolean()),
  stream_options: z.nullish(z.object({ include_usage: z.nullish(z.boolean()) })),
  ...schemaOf([...limitNames, ...otherLimitNames], z.int().check(z.minimum(-1))),
  ...schemaOf(choiceNames, z.int().check(z.minimum(1), z.maximum(maxChoices))),
};

const chatSchema = z.object({
  ...common,
  messages: z.array(z.looseObject({ role: z.string() })),
});

const responsesSchema = z.object({ ...common, ...responsesFields });

export interface ChatCall {
  readonly format: ChatFormat;
  readonly model: string;
  readonly isStreamed: boolean;
  readonly wantsUsage: boolean;
  readonly maxTokens: number | undefined;
  /** Sent if the client set no limit but the format requires a limit; may be infinite. */
  readonly allowedTokens: number;
  readonly cachesPrompt: boolean;
  readonly cachesHour: boolean;
  /** A large body contributes only its small fields. */
  readonly fields: Fields;
  readonly held?: HeldBody;
  /** The original body; absent if governance changed the fields. */
  readonly bytes: Uint8Array | undefined;
  readonly inputTokens: number;
  readonly mostInputTokens: number;
  readonly hasTools: boolean;
  readonly hasImages: boolean;
  readonly headers: Readonly<Record<string, string>>;
  /** Fields that are sent unchanged, so they are inspected but never masked. */
  readonly asWritten: Fields;
}

const schemas = { openai: chatSchema, anthropic: chatSchema, responses: responsesSchema };

export function readChatCall(
  bytes: Uint8Array,
  format: ChatFormat,
  headers: Readonly<Record<string, string>> = {},
): ChatCall {
  const { fields, inexactNumbers } = parseObject(bytes);
  const body = readFields(fields, schemas[format]);
  checkContents(fields, format);
  const isResponses = format === "responses";
  if (isResponses) {
    checkStateless(fields);
    checkItems(fields);
  }
  const { tokens, mostTokens, hasImages } = estimateInput(fields, bytes.length);
  return {
    format,
    model: body.model,
    isStreamed: body.stream === true,
    wantsUsage: body.stream_options?.include_usage === true,
    maxTokens: maxTokensOf(fields, format),
    allowedTokens: Infinity,
    // Serializing again would change numbers that JavaScript cannot hold.
    cachesPrompt: inexactNumbers.length === 0,
    cachesHour: asksForHour(bytes, fields),
    fields,
    bytes,
    inputTokens: tokens,
    mostInputTokens: mostTokens,
    hasTools:
      toolFields.some((name) => asksForTools(fields[name])) || (isResponses && bringsTools(fields)),
    hasImages,
    headers,
    asWritten: { headers, numbers: inexactNumbers },
  };
}

/** Searching the bytes is not enough: a name or value may contain escapes. */
function asksForHour(bytes: Uint8Array, fields: Fields): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return (
    (text.includes('"1h"') || text.includes(String.raw`\u`)) &&
    JSON.stringify(fields).includes('"ttl":"1h"')
  );
}

/** Any type counts: a server may read a value as tools even if it is not a list. */
function asksForTools(value: unknown): boolean {
  const isEmpty = Array.isArray(value) && value.length === 0;
  return value !== undefined && value !== null && value !== false && value !== "none" && !isEmpty;
}

function schemaOf<T extends z.ZodMiniType>(
  names: readonly string[],
  schema: T,
): Readonly<Record<string, z.ZodMiniOptional<z.ZodMiniNullable<T>>>> {
  return Object.fromEntries(names.map((name) => [name, z.nullish(schema)]));
}

export interface AdmittedBody {
  readonly fields: Fields;
  readonly held?: HeldBody;
  readonly outputTokens: number;
}

export function admittedCall(
  asked: ChatCall,
  { fields, held, outputTokens }: AdmittedBody,
): ChatCall {
  const call = held ? { ...asked, held, fields: held.fields, bytes: held.bytes } : asked;
  const limits = limitsOf(call, fields, outputTokens);
  const isSame = fields === call.fields;
  const [[name, limit] = [], ...others] = Object.entries(limits);
  if (isSame && name === undefined) {
    return { ...call, allowedTokens: outputTokens };
  }
  const limited = { ...fields, ...limits };
  const isAdded =
    isSame && name !== undefined && others.length === 0 && !Object.hasOwn(fields, name);
  return {
    ...call,
    fields: limited,
    maxTokens: maxTokensOf(limited, call.format),
    allowedTokens: outputTokens,
    bytes: isAdded && call.bytes ? withField(call.bytes, name, limit) : undefined,
  };
}

/** Replaces every limit: a server could follow the larger. */
function limitsOf(
  { isStreamed, format }: ChatCall,
  fields: Fields,
  outputTokens: number,
): Readonly<Record<string, number>> {
  const asked = maxTokensOf(fields, format);
  const limit = Math.min(asked !== undefined && asked > 0 ? asked : Infinity, outputTokens);
  const larger = [...limitNames, ...otherLimitNames].filter((name) => {
    const given = numberOf(fields[name]);
    // Servers that accept 0 or less read it as no limit.
    return given !== undefined && limit !== Infinity && (given > limit || given <= 0);
  });
  // Without a client's limit, only a stream can be cut.
  const isLimited = asked !== undefined || isStreamed || outputTokens === Infinity;
  const usual = format === "responses" ? "max_output_tokens" : "max_tokens";
  const names = isLimited ? larger : [usual, ...larger];
  return Object.fromEntries(names.map((name) => [name, limit]));
}

/** The limit of an answer; the newer name counts, as in OpenAI's API. */
function maxTokensOf(fields: Fields, format: ChatFormat): number | undefined {
  return limitNamesOf(format)
    .map((name) => numberOf(fields[name]))
    .find((limit) => limit !== undefined);
}
