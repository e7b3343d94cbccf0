import * as z from "zod/mini";

import type { ChatFormat } from "../formats/chatFormat.ts";
import { type Fields, numberOf } from "../formats/fields.ts";
import type { HeldBody } from "../formats/heldBody.ts";
import {
  choiceNames,
  limitNames,
  maxChoices,
  otherLimitNames,
  toolFields,
} from "../formats/parameterNames.ts";
import { estimateInput } from "./inputEstimate.ts";
import { parseObject, readFields } from "./jsonBody.ts";
import { withField } from "./withField.ts";

/**
 * What the hub itself reads of a chat request, in no other type than a lenient server would read too. Clients
 * send much more, and it is never refused: an upstream of the same format gets the body as it came.
 */
const chatSchema = z.object({
  model: z.string().check(z.minLength(1), z.maxLength(500)),
  messages: z.array(z.looseObject({ role: z.string() })),
  stream: z.nullish(z.boolean()),
  stream_options: z.nullish(z.object({ include_usage: z.nullish(z.boolean()) })),
  ...schemaOf([...limitNames, ...otherLimitNames], z.int().check(z.minimum(-1))),
  ...schemaOf(choiceNames, z.int().check(z.minimum(1), z.maximum(maxChoices))),
});

/** A chat request of either format, on its way to a model. */
export interface ChatCall {
  readonly format: ChatFormat;
  /** As the client named it. */
  readonly model: string;
  readonly isStreamed: boolean;
  /** Whether a stream of the OpenAI format is to end with what it took. */
  readonly wantsUsage: boolean;
  /** Tokens; absent if the client set no limit. */
  readonly maxTokens: number | undefined;
  /** The answer's largest size where the client set none but its format needs one; may be infinite. */
  readonly allowedTokens: number;
  /** The body as parsed; of a held one its small fields. */
  readonly fields: Fields;
  /** A body that is read in another thread, being large. */
  readonly held?: HeldBody;
  /** The body as it came, at most with one field more; absent if governance changed the fields. */
  readonly bytes: Uint8Array | undefined;
  readonly inputTokens: number;
  /** Tokens that the input is never over. */
  readonly mostInputTokens: number;
  readonly hasTools: boolean;
  readonly hasImages: boolean;
  /** Headers that belong to the format, for an upstream that speaks it. */
  readonly headers: Readonly<Record<string, string>>;
  /** What goes on as it is written, beside the fields: to be inspected, and never masked. */
  readonly asWritten: Fields;
}

/** Reads the body of a chat route; throws an `ApiError` (400) that says what is wrong with it. */
export function readChatCall(
  bytes: Uint8Array,
  format: ChatFormat,
  headers: Readonly<Record<string, string>> = {},
): ChatCall {
  const { fields, inexactNumbers } = parseObject(bytes);
  const body = readFields(fields, chatSchema);
  const { tokens, mostTokens, hasImages } = estimateInput(fields, bytes.length);
  return {
    format,
    model: body.model,
    isStreamed: body.stream === true,
    wantsUsage: body.stream_options?.include_usage === true,
    maxTokens: maxTokensOf(fields),
    allowedTokens: Infinity,
    fields,
    bytes,
    inputTokens: tokens,
    mostInputTokens: mostTokens,
    hasTools: toolFields.some((name) => asksForTools(fields[name])),
    hasImages,
    headers,
    asWritten: { headers, numbers: inexactNumbers },
  };
}

/** Whatever its type: what is no list here may be one to a server. */
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

/** What governance lets go on. */
export interface AdmittedBody {
  readonly fields: Fields;
  /** Of a large body, as it is now. */
  readonly held?: HeldBody;
  readonly outputTokens: number;
}

/** The call as it was admitted: with other fields if governance changed them, and its limit if that is lower. */
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
    maxTokens: maxTokensOf(limited),
    allowedTokens: outputTokens,
    bytes: isAdded && call.bytes ? withField(call.bytes, name, limit) : undefined,
  };
}

/** The limits that must be other than the client's, so that no server goes by the larger of two. */
function limitsOf(
  { isStreamed }: ChatCall,
  fields: Fields,
  outputTokens: number,
): Readonly<Record<string, number>> {
  const asked = maxTokensOf(fields);
  const limit = Math.min(asked !== undefined && asked > 0 ? asked : Infinity, outputTokens);
  const larger = [...limitNames, ...otherLimitNames].filter((name) => {
    const given = numberOf(fields[name]);
    // What is not positive is no limit to the servers that take it.
    return given !== undefined && limit !== Infinity && (given > limit || given <= 0);
  });
  // Only a stream can be cut where the client set no limit itself.
  const isLimited = asked !== undefined || isStreamed || outputTokens === Infinity;
  const names = isLimited ? larger : ["max_tokens", ...larger];
  return Object.fromEntries(names.map((name) => [name, limit]));
}

/** What the newer name says counts, as in OpenAI's API. */
function maxTokensOf(fields: Fields): number | undefined {
  return limitNames.map((name) => numberOf(fields[name])).find((limit) => limit !== undefined);
}
