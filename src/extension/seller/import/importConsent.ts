import type { SellerDesks } from "../sellerDesks.ts";
import type { SellerUi } from "../sellerUi.ts";
import type { CheckedFile, CheckingDeps } from "./importChecking.ts";
import type { ChosenFile } from "./importPlan.ts";

export interface ConsentDeps extends Pick<CheckingDeps, "words"> {
  readonly desks: Pick<SellerDesks, "desk">;
  readonly ui: Pick<SellerUi, "confirmProduction">;
}

/**
 * Why a checked file is not written, as a sentence; undefined if it may be. The environment and the file must be
 * those that were checked, and for production the person confirms the number of rows.
 */
export async function whyNotWritten(
  { words, desks, ui }: ConsentDeps,
  { input }: ChosenFile,
  { checked, rows }: { readonly checked: CheckedFile; readonly rows: number },
): Promise<string | undefined> {
  const { profile, id } = checked.desk;
  if (desks.desk()?.id !== id) {
    return words.environmentChanged;
  }
  if ((await input.stamp().catch(() => "")) !== checked.stamp) {
    return words.fileChanged;
  }
  const act = words.importAct(rows, profile);
  return profile.kind === "production" && !(await ui.confirmProduction(profile, act))
    ? words.declined
    : undefined;
}
