import { type DlpRules, isOff, type OwnRule } from "../../dlp/dlpRules.ts";
import { forEachKind } from "../../shared/guarded/sensitiveKinds.ts";
import type { ProfileRecord } from "../store/records.ts";
import type { BillableCall } from "./budgets/admission.ts";
import type { Configuration } from "./policy/recordCache.ts";

/** The rules of a profile for a request; a completion at the cursor is one place, a next edit another. */
export function rulesOf(
  { dlp, protection }: ProfileRecord,
  { format }: Pick<BillableCall, "format">,
  own: readonly OwnRule[],
): DlpRules {
  const { completions, edits, ...places } = protection?.places ?? {};
  const refusesUnread = protection?.refuse_unread === true;
  switch (format) {
    case "completions":
      return { ...dlp, ...completions, own, refusesUnread };
    case "edits":
      return { ...dlp, ...edits, own, refusesUnread };
    default:
      return { ...dlp, own, places, refusesUnread };
  }
}

/** The rules of a profile for answers; undefined if it asks for none. */
export function answerRulesOf(
  { protection: { answers = {} } = {} }: ProfileRecord,
  { ownAnswerRulesOf }: Pick<Configuration, "ownAnswerRulesOf">,
  now: number,
): DlpRules | undefined {
  const { own, ...actions } = answers;
  const rules = {
    ...forEachKind((kind) => actions[kind] ?? "allow"),
    own: own ? ownAnswerRulesOf(own, now) : [],
  };
  return isOff(rules) ? undefined : rules;
}
