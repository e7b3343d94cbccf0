import { type CalmLimits, isOverShare } from "../../../seller/write/writeRisks.ts";
import type { SellerDesks } from "../environments/sellerDesks.ts";
import type { SellerUi } from "../sellerUi.ts";
import type { CheckedFile, CheckingDeps } from "./importChecking.ts";
import type { ChosenFile } from "./importPlan.ts";

export interface ConsentDeps extends Pick<CheckingDeps, "words"> {
  readonly desks: Pick<SellerDesks, "desk">;
  /** Called before each use, because the person may change the limits. */
  readonly calm: () => CalmLimits;
  readonly ui: Pick<SellerUi, "confirmProduction" | "confirmRisk">;
}

/**
 * Why a file may not be written, as a sentence; undefined if it may. In production the person confirms the number of
 * rows.
 */
export async function whyNotWritten(
  { words, desks, ui, calm }: ConsentDeps,
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
  const risks = risksOf(checked, rows, { words, calm });
  const isAgreed =
    profile.kind === "production"
      ? await ui.confirmProduction(profile, [act, risks].filter(Boolean).join(". "))
      : risks === "" || (await ui.confirmRisk(risks, act));
  return isAgreed ? undefined : words.declined;
}

/** Omits rows that the person left out and, unless wanted, unchanged rows. */
export function rowsToWrite(
  { result, preview, compared }: CheckedFile,
  withUnchanged: boolean,
): number {
  const { changing, same } = preview.leftOut;
  return result.valid - changing - (withUnchanged ? same : (compared?.same ?? 0));
}

function risksOf(
  { preview, records, notCompared = "", isUnread }: CheckedFile,
  rows: number,
  { words, calm }: Pick<ConsentDeps, "words" | "calm">,
): string {
  const limits = calm();
  const isLarge = records !== undefined && isOverShare(rows, records, limits.share);
  return [
    words.risks(preview.risks(limits)),
    isLarge ? words.largeShare(rows, records) : "",
    // An unknown price change or share is a risk too.
    isUnread ? notCompared : "",
  ]
    .filter(Boolean)
    .join(" ");
}
