import * as z from "zod/mini";

import type { ChatFormat } from "../formats/chatFormat.ts";
import { type Fields, numberOf } from "../formats/fields.ts";
import { lenient } from "../values/lenient.ts";
import { estimateInput } from "./inputEstimate.ts";
import { parseObject, readFields } from "./jsonBody.ts";
import { withField } from "./withField.ts";

/**
 * What the hub itself reads of a chat request. Clients send much more, and it is never refused: an upstream
 * of the same format gets the body as it came.
 */
const chatSchema = z.object({
  model: z.string().check(z.minLength(1), z.maxLength(500)),
  messages: z.array(z.looseObject({ role: z.string() })),
  stream: lenient(z.boolean()),
  stream_options: lenient(z.object({ include_usage: z.optional(z.boolean()) })),
  tools: lenient(z.array(z.unknown())),
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
  /** The body as parsed. */
  readonly fields: Fields;
  /** The body as it came, at most with one field more; absent if governance changed the fields. */
  readonly bytes: Uint8Array | undefined;
  readonly inputTokens: number;
  readonly hasTools: boolean;
  readonly hasImages: boolean;
  /** Headers that belong to the format, for an upstream that speaks it. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Reads the body of a chat route; throws an `ApiError` (400) that says what is wrong with it. */
export function readChatCall(
  bytes: Uint8Array,
  format: ChatFormat,
  headers: Readonly<Record<string, string>> = {},
): ChatCall {
  const fields = parseObject(bytes);
  const body = readFields(fields, chatSchema);
  const { tokens, hasImages } = estimateInput(fields);
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
    hasTools: (body.tools ?? []).length > 0,
    hasImages,
    headers,
  };
}

/** The call as it was admitted: with other fields if governance changed them, and its limit if that is lower. */
export function admittedCall(call: ChatCall, fields: Fields, outputTokens: number): ChatCall {
  const limits = limitsOf(call, fields, outputTokens);
  const isSame = fields === call.fields;
  const [[name, limit] = []] = Object.entries(limits);
  if (isSame && name === undefined) {
    return { ...call, allowedTokens: outputTokens };
  }
  const limited = { ...fields, ...limits };
  const isAdded = isSame && name !== undefined && !Object.hasOwn(fields, name);
  return {
    ...call,
    fields: limited,
    maxTokens: maxTokensOf(limited),
    allowedTokens: outputTokens,
    bytes: isAdded && call.bytes ? withField(call.bytes, name, limit) : undefined,
  };
}

const limitNames = ["max_completion_tokens", "max_tokens"] as const;

/** The limits that must be other than the client's, so that no server goes by the larger of two. */
function limitsOf(
  { isStreamed }: ChatCall,
  fields: Fields,
  outputTokens: number,
): Readonly<Record<string, number>> {
  const asked = maxTokensOf(fields);
  if (asked === undefined) {
    // Only a stream can be cut where the client set no limit itself.
    return isStreamed || outputTokens === Infinity ? {} : { max_tokens: outputTokens };
  }
  const limit = Math.min(asked, outputTokens);
  const larger = limitNames.filter((name) => (numberOf(fields[name]) ?? limit) > limit);
  return Object.fromEntries(larger.map((name) => [name, limit]));
}

/** What the newer name says counts, as in OpenAI's API. */
function maxTokensOf(fields: Fields): number | undefined {
  return limitNames.map((name) => numberOf(fields[name])).find((limit) => limit !== undefined);
}
