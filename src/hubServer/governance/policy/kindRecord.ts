import { costOf } from "../../../dlp/own/ownFinder.ts";
import { PatternError, type PatternProblem } from "../../../dlp/own/parsePattern.ts";
import { type PatternCost, patternLimits } from "../../../dlp/own/patternCost.ts";
import type { CheckDigit, OwnKind } from "../../../shared/guarded/ownKinds.ts";
import type { KindInput } from "../../../shared/hubApi/hubKinds.ts";
import { invalid } from "../../http/invalidField.ts";
import { readTime } from "../../http/readTime.ts";
import type { OwnKindRecord } from "../../store/records.ts";

interface KindBase {
  readonly id: string;
  readonly createdAt: number;
  readonly now: number;
}

/** @throws ApiError that names the field. */
export function kindRecord(input: KindInput, { id, createdAt, now }: KindBase): OwnKindRecord {
  const { labels, action, profiles = [], acts_from: from, is_active: isActive } = input;
  return {
    id,
    name: labels.en,
    createdAt,
    rule: ruleOf(input),
    action,
    profiles: Object.fromEntries(profiles.map((other) => [other.profile_id, other.action])),
    ...(typeof from === "string" && { actsFrom: readTime(from, "acts_from") }),
    isActive,
    changedAt: now,
  };
}

export function ruleOf(input: KindInput): OwnKind {
  const { placeholder, labels, pattern, case_sensitive, near = [], excuse = [] } = input;
  const check = checkOf(input);
  return {
    placeholder,
    labels,
    ...(typeof pattern === "string" && { pattern }),
    ...(case_sensitive === true && { case_sensitive }),
    ...(near.length > 0 && { near }),
    ...(excuse.length > 0 && { excuse }),
    ...(check && { check }),
  };
}

function checkOf({
  check_digit: by,
  check_weights: weights,
  check_modulus: modulus,
}: KindInput): CheckDigit | undefined {
  if (by !== "weights") {
    return typeof by === "string" ? { by } : undefined;
  }
  if (typeof weights !== "string" || typeof modulus !== "number") {
    throw invalid("Own weights need the weights and the modulus.", "check_weights");
  }
  return { by, weights: weights.split(/[ ,;]+/u).map(Number), modulus };
}

const problems: Readonly<Record<PatternProblem, string>> = {
  syntax: "it cannot be read",
  unbounded: "a part repeats without an end; write {1,20} in place of + and {0,20} in place of *",
  reference:
    "it has an option, a look back or ahead, a reference or \\p, as in (?i), (?=a) and \\1; " +
    "upper and lower case have a field of their own",
  edge: "^, $ and \\b are not needed; a value is always found as a whole word",
  empty: "it matches the empty text",
  tooLong: `its longest match is over ${patternLimits.longest} characters`,
  tooLarge: `with its repetitions written out it is over ${patternLimits.size} characters`,
  tooCommon:
    `ordinary text would match it (rareness under ${patternLimits.bits} bits); ` +
    "add fixed characters, nearby words, or a check digit",
};

/** @throws ApiError that names the problem and its cost. */
export function checkedCostOf(rule: OwnKind): PatternCost | undefined {
  try {
    return costOf(rule);
  } catch (error) {
    if (!(error instanceof PatternError)) {
      throw error;
    }
    const { problem, at, cost } = error;
    const measure = cost === undefined ? "" : ` (this one: ${cost})`;
    const where = problem === "syntax" ? ` from character ${at + 1}` : "";
    throw invalid(`The pattern cannot be used: ${problems[problem]}${measure}${where}.`, "pattern");
  }
}
