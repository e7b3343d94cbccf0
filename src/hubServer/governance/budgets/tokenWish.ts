import { type Fields, numberOf } from "../../formats/base/fields.ts";
import { choiceNames, limitNamesOf, maxChoices } from "../../formats/base/parameterNames.ts";
import type { ApiFormat, ModelPolicy, ModelRecord } from "../../store/records.ts";
import type { BillableCall } from "./admission.ts";

const defaultOutputTokens = 32_768;

export const maxOutputTokens = 10_000_000;

export interface TokenWish {
  readonly tokens: number;
  readonly choices: number;
  readonly isOpen: boolean;
  readonly isLimited: boolean;
}

interface OutputLimits {
  readonly policy: Pick<ModelPolicy, "maxOutputTokens" | "capped">;
  readonly model: Pick<ModelRecord, "maxOutputTokens"> | undefined;
}

export function wishOf(
  call: Pick<BillableCall, "format" | "maxOutputTokens">,
  fields: Fields,
  limits: OutputLimits,
): TokenWish {
  const inBody = limitNamesOf(call.format)
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

/** Replaces limits of 0 or -1, which some servers read as "no limit". */
export function withRealLimit(
  fields: Fields,
  grantedTokens: number,
  format: ApiFormat = "openai",
): Fields {
  const unreal = limitNamesOf(format).filter((name) => (numberOf(fields[name]) ?? 1) <= 0);
  return unreal.length === 0 || grantedTokens === Infinity
    ? fields
    : { ...fields, ...Object.fromEntries(unreal.map((name) => [name, grantedTokens])) };
}
