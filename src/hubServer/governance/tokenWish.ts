import { type Fields, numberOf } from "../formats/fields.ts";
import type { ModelPolicy, ModelRecord } from "../store/records.ts";
import type { BillableCall } from "./admission.ts";

/** Wished for an answer whose length nobody has limited. */
const defaultOutputTokens = 16_384;

const maxOutputTokens = 10_000_000;

/** Tokens that a request wishes for its answer. */
export interface TokenWish {
  readonly tokens: number;
  /** Whether the request itself says how long its answer may be, so that its model keeps to a limit. */
  readonly isLimited: boolean;
}

/** The least of what the request (as it will be sent), the policy and the model allow; none for embeddings. */
export function wishOf(
  call: Pick<BillableCall, "format" | "maxOutputTokens">,
  fields: Fields,
  limits: {
    readonly policy: Pick<ModelPolicy, "maxOutputTokens" | "capped">;
    readonly model: Pick<ModelRecord, "maxOutputTokens"> | undefined;
  },
): TokenWish {
  if (call.format === "embeddings") {
    return { tokens: 0, isLimited: true };
  }
  const given =
    numberOf(fields["max_completion_tokens"]) ??
    numberOf(fields["max_tokens"]) ??
    call.maxOutputTokens;
  const { policy, model } = limits;
  const tokens = Math.min(
    given ?? defaultOutputTokens,
    policy.maxOutputTokens ?? maxOutputTokens,
    policy.capped["max_tokens"] ?? maxOutputTokens,
    policy.capped["max_completion_tokens"] ?? maxOutputTokens,
    model?.maxOutputTokens ?? maxOutputTokens,
    maxOutputTokens,
  );
  return { tokens: Math.max(1, Math.floor(tokens)), isLimited: given !== undefined };
}
