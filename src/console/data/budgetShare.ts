import type { Budget, Token } from "./types.ts";

export type BudgetState = "fine" | "warned" | "used";

/** Reserved amounts are included. A limit of 0 counts as used up. */
export function usedPercent(budget: Budget): number {
  const limit = Number(budget.limit);
  const used = Number(budget.spent) + Number(budget.reserved);
  return limit > 0 ? (used / limit) * 100 : 100;
}

/** The percentage from which a budget counts as nearly used. Its own thresholds only mark its bar. */
const nearlyUsed = 80;

export function budgetState(budget: Budget): BudgetState {
  const percent = usedPercent(budget);
  if (percent >= 100) {
    return "used";
  }
  return percent >= nearlyUsed ? "warned" : "fine";
}

export function isForecastOver(budget: Budget): boolean {
  return budget.forecast !== null && Number(budget.forecast) > Number(budget.limit);
}

export function layersOf(token: Token, budgets: readonly Budget[]): readonly Budget[] {
  const subjects: Readonly<Record<Budget["scope"], string | null>> = {
    token: token.id,
    user: token.user_id,
    profile: token.effective_profile_id,
    sector: token.effective_sector_id,
  };
  return budgets.filter((budget) => subjects[budget.scope] === budget.subject_id);
}

/** The budget with the largest used share stops requests first. */
export function tightest(budgets: readonly Budget[]): Budget | undefined {
  return budgets.toSorted((one, other) => usedPercent(other) - usedPercent(one))[0];
}
