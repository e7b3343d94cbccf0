import { type Fields, numberOf } from "../formats/fields.ts";
import { choiceNames, limitNames, maxChoices } from "../formats/parameterNames.ts";
import type { ModelPolicy, ModelRecord } from "../store/records.ts";
import type { BillableCall } from "./admission.ts";

/** Reserved for an answer without a limit, where a budget or a rate counts it. */
const defaultOutputTokens = 32_768;

export const maxOutputTokens = 10_000_000;

/** The tokens that a request wishes for its answer. */
export interface TokenWish {
  /** Of all its choices together. */
  readonly tokens: number;
  /** Number of answers that the request asks for at once. */
  readonly choices: number;
  /** Whether the request, the policy and the model all set no limit. */
  readonly isOpen: boolean;
  /** Whether the request itself has a limit, so that its model keeps to it. */
  readonly isLimited: boolean;
}

interface OutputLimits {
  readonly policy: Pick<ModelPolicy, "maxOutputTokens" | "capped">;
  readonly model: Pick<ModelRecord, "maxOutputTokens"> | undefined;
}

/**
 * The least that the request (as it will be sent), the policy and the model allow; 0 for
 * embeddings, and for a call whose limit is 0 without a limit in its body, such as a token count.
 */
export function wishOf(
  call: Pick<BillableCall, "format" | "maxOutputTokens">,
  fields: Fields,
  limits: OutputLimits,
): TokenWish {
  const inBody = limitNames
    .map((name) => numberOf(fields[name]))
    .find((limit) => limit !== undefined);
  const given = inBody ?? call.maxOutputTokens;
  if (call.format === "embeddings" || (inBody === undefined && given === 0)) {
    return { tokens: 0, choices: 1, isOpen: false, isLimited: true };
  }
  const isLimited = given !== undefined && given > 0;
  const choices = choicesOf(fields);
  const ruled = strictest(limits);
  const each = Math.max(1, Math.floor(Math.min(isLimited ? given : defaultOutputTokens, ruled)));
  return {
    tokens: Math.min(each * choices, maxOutputTokens),
    choices,
    isOpen: !isLimited && ruled === Infinity,
    isLimited,
  };
}

function strictest({ policy, model }: OutputLimits): number {
  return Math.min(
    policy.maxOutputTokens ?? Infinity,
    policy.capped["max_tokens"] ?? Infinity,
    policy.capped["max_completion_tokens"] ?? Infinity,
    model?.maxOutputTokens ?? Infinity,
  );
}

function choicesOf(fields: Fields): number {
  const most = Math.max(1, ...choiceNames.map((name) => numberOf(fields[name]) ?? 1));
  return Math.min(Math.floor(most), maxChoices);
}

/** Some servers read 0 or -1 as "no limit": such a limit becomes the granted one. */
export function withRealLimit(fields: Fields, grantedTokens: number): Fields {
  const unreal = limitNames.filter((name) => (numberOf(fields[name]) ?? 1) <= 0);
  return unreal.length === 0 || grantedTokens === Infinity
    ? fields
    : { ...fields, ...Object.fromEntries(unreal.map((name) => [name, grantedTokens])) };
}
