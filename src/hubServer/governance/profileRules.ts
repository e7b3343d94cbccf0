import type { DlpRules, OwnRule } from "../../dlp/dlpRules.ts";
import type { ProfileRecord } from "../store/records.ts";
import type { BillableCall } from "./budgets/admission.ts";

/** The rules of a profile for a request; a completion at the cursor is one place. */
export function rulesOf(
  { dlp, protection }: ProfileRecord,
  { format }: Pick<BillableCall, "format">,
  own: readonly OwnRule[],
): DlpRules {
  const { completions, ...places } = protection?.places ?? {};
  return format === "completions" ? { ...dlp, ...completions, own } : { ...dlp, own, places };
}
