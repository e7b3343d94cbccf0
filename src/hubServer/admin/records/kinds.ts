import * as z from "zod/mini";

import { costOf } from "../../../dlp/own/ownFinder.ts";
import { PatternError, type PatternProblem } from "../../../dlp/own/parsePattern.ts";
import { type PatternCost, patternLimits } from "../../../dlp/own/patternCost.ts";
import { type CheckDigit, maxOwnKinds, type OwnKind } from "../../../shared/guarded/ownKinds.ts";
import {
  type KindAnswer,
  type KindInput,
  kindInputSchema,
  kindSchema,
} from "../../../shared/hubApi/hubKinds.ts";
import type { OwnKindRecord } from "../../store/records.ts";
import type { RecordStore } from "../../store/store.ts";
import { isoTime } from "../../values/isoTime.ts";
import type { AdminDeps } from "../base/adminDeps.ts";
import { conflict, invalid } from "../base/adminErrors.ts";
import type { Collection } from "../base/collection.ts";
import { requireRecord } from "../base/references.ts";
import { readTime } from "../base/time.ts";

export function kindCollection({
  store: { records },
  clock,
}: AdminDeps): Collection<"ownKind", typeof kindInputSchema> {
  return {
    kind: "ownKind",
    path: "/kinds",
    idPrefix: "kind",
    input: kindInputSchema,
    partial: z.partial(kindInputSchema),
    output: kindSchema,
    inputOf: inputOf,
    nameOf: ({ name }) => name,
    recordOf: async (input, { id, createdAt, previous }) => {
      await requireFreePlaceholder(records, input.placeholder, id);
      for (const [at, { profile_id }] of (input.profiles ?? []).entries()) {
        const param = `profiles[${at}].profile_id`;
        await requireRecord(records, "profile", { id: profile_id, param });
      }
      const rule = ruleOf(input);
      checkedCostOf(rule);
      const { acts_from: from } = input;
      return {
        id,
        name: input.labels.en,
        createdAt,
        rule,
        action: input.action,
        profiles: Object.fromEntries(
          (input.profiles ?? []).map(({ profile_id, action }) => [profile_id, action]),
        ),
        ...(typeof from === "string" && { actsFrom: readTime(from, "acts_from") }),
        isActive: input.is_active,
        ...(previous?.terms && { terms: previous.terms }),
        changedAt: clock.now(),
      };
    },
    show: (kinds) => Promise.resolve(kinds.map(kindJson)),
    usedBy: () => Promise.resolve([]),
  };
}

function kindJson(record: OwnKindRecord): KindAnswer {
  return {
    ...inputOf(record),
    id: record.id,
    terms: record.terms?.count ?? 0,
    created_at: isoTime(record.createdAt),
  };
}

function inputOf({ rule, action, profiles, actsFrom, isActive }: OwnKindRecord): KindInput {
  const { check } = rule;
  return {
    placeholder: rule.placeholder,
    labels: rule.labels,
    pattern: rule.pattern ?? null,
    case_sensitive: rule.case_sensitive ?? false,
    near: rule.near ?? [],
    excuse: rule.excuse ?? [],
    check_digit: check?.by ?? null,
    check_weights: check?.by === "weights" ? check.weights.join(", ") : null,
    check_modulus: check?.by === "weights" ? check.modulus : null,
    action,
    profiles: Object.entries(profiles).map(([profile_id, given]) => ({
      profile_id,
      action: given,
    })),
    acts_from: actsFrom === undefined ? null : isoTime(actsFrom),
    is_active: isActive,
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
  reference: "it looks back or ahead, which needs more than linear time",
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

async function requireFreePlaceholder(
  records: RecordStore,
  placeholder: string,
  id: string,
): Promise<void> {
  const others = (await records.list("ownKind")).filter((other) => other.id !== id);
  if (others.some(({ rule }) => rule.placeholder === placeholder)) {
    throw conflict(`Another kind has the placeholder ${placeholder} already.`, "placeholder");
  }
  if (others.length >= maxOwnKinds) {
    throw conflict(`There are ${maxOwnKinds} kinds already, and there can be no more.`);
  }
}
