import type { BudgetLayer } from "./usageReport.ts";

/** `low` begins at 80 %, `critical` (a warning) at 95 %. */
export type BudgetLevel = "plenty" | "low" | "critical" | "exhausted";

/** The person is notified at these shares. */
export const budgetThresholds = [0.8, 0.95] as const;

export function usedShare({ limit, used, remaining, share }: BudgetLayer): number | undefined {
  const whole = amountOf(limit);
  const spent = amountOf(used);
  const left = amountOf(remaining);
  if (whole === undefined) {
    return left === 0 ? 1 : share;
  }
  if (left === 0) {
    return 1;
  }
  if (whole <= 0) {
    return undefined;
  }
  // Amounts reserved for running answers are neither used nor left.
  return left === undefined ? (spent === undefined ? undefined : spent / whole) : 1 - left / whole;
}

export function remainingOf({ limit, used, remaining }: BudgetLayer): string | undefined {
  if (remaining !== undefined) {
    return remaining;
  }
  const whole = amountOf(limit);
  const spent = amountOf(used);
  return whole === undefined || spent === undefined
    ? undefined
    : String(Math.max(0, Number((whole - spent).toFixed(12))));
}

export function budgetLevel(layer: BudgetLayer): BudgetLevel {
  const share = usedShare(layer);
  const [low, critical] = budgetThresholds;
  if (share === undefined || share < low) {
    return "plenty";
  }
  if (share < critical) {
    return "low";
  }
  return share < 1 ? "critical" : "exhausted";
}

export function tightestBudget(budgets: readonly BudgetLayer[]): BudgetLayer | undefined {
  const known = budgets
    .map((layer) => ({ layer, share: usedShare(layer) }))
    .filter(({ share }) => share !== undefined)
    .toSorted((one, other) => (other.share ?? 0) - (one.share ?? 0));
  return known[0]?.layer ?? budgets.find((layer) => remainingOf(layer) !== undefined);
}

function amountOf(text: string | undefined): number | undefined {
  const value = text === undefined ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}
