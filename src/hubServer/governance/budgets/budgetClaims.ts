import type { BudgetRecord, Price } from "../../store/records.ts";
import type { BudgetClaim, BudgetState } from "../../store/store.ts";
import { formatMoney } from "../../values/money.ts";
import { usageCost } from "./prices.ts";

export function budgetClaims(
  budgets: readonly BudgetRecord[],
  request: { readonly period: string; readonly inputTokens: number; readonly price: Price },
): readonly BudgetClaim[] {
  const { period, inputTokens, price } = request;
  return budgets.map(({ id, unit, limit }) => ({
    budgetId: id,
    period,
    limit,
    unit,
    fixed: unit === "money" ? inputCost(inputTokens, price) : inputTokens,
    perMillionOutput: unit === "money" ? price.output : 1_000_000,
  }));
}

export function inputCost(inputTokens: number, price: Price): number {
  return usageCost({ inputTokens, cachedTokens: 0, cacheWriteTokens: 0, outputTokens: 0 }, price);
}

export function remainingText(
  budgets: readonly BudgetRecord[],
  states: readonly BudgetState[],
): string | undefined {
  const stateOf = new Map(states.map((state) => [state.budgetId, state]));
  const left = (unit: BudgetRecord["unit"]): number =>
    Math.min(
      ...budgets.flatMap((budget) => {
        const state = stateOf.get(budget.id);
        return budget.unit === unit && state
          ? [Math.max(0, budget.limit - state.spent - state.reserved)]
          : [];
      }),
    );
  const [money, tokens] = [left("money"), left("tokens")];
  if (money !== Infinity) {
    return formatMoney(money);
  }
  return tokens === Infinity ? undefined : `${tokens} tokens`;
}
