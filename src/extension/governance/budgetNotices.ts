import { budgetThresholds, usedShare } from "../../shared/hubApi/budgets.ts";
import type { BudgetLayer } from "../../shared/hubApi/usageReport.ts";

/** The reported threshold of each budget; small enough for the editor's global state. */
export type ToldThresholds = Readonly<Record<string, number>>;

export interface ThresholdNotice {
  readonly layer: BudgetLayer;
  readonly threshold: number;
}

const maxRemembered = 40;

/**
 * Due notices, most used budget first, and the updated thresholds. Each threshold is due once per period of its budget.
 */
export function dueNotices(
  budgets: readonly BudgetLayer[],
  hub: string,
  told: ToldThresholds,
): { readonly notices: readonly ThresholdNotice[]; readonly told: ToldThresholds } {
  const notices: (ThresholdNotice & { readonly key: string; readonly share: number })[] = [];
  for (const layer of budgets) {
    const share = usedShare(layer) ?? 0;
    const threshold = budgetThresholds.findLast((limit) => share >= limit);
    const key = keyOf(layer, hub);
    if (threshold !== undefined && threshold > (told[key] ?? 0)) {
      notices.push({ layer, threshold, key, share });
    }
  }
  const entries = Object.entries(told).concat(
    notices.map(({ key, threshold }) => [key, threshold]),
  );
  return {
    notices: notices
      .toSorted((one, other) => other.share - one.share)
      .map(({ layer, threshold }) => ({ layer, threshold })),
    told: Object.fromEntries(entries.slice(-maxRemembered)),
  };
}

function keyOf({ kind, name, unit, period, renewsAt }: BudgetLayer, hub: string): string {
  return [hub, kind, name, unit, period, renewsAt].map((part) => part ?? "").join("|");
}
