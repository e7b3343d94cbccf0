import type { JSX } from "preact";

import { useConsole } from "../app/console.ts";
import { budgetState, usedPercent } from "../data/budgetShare.ts";
import type { Budget } from "../data/types.ts";

export function BudgetBar({
  budget,
  name,
}: {
  readonly budget: Budget;
  readonly name: string;
}): JSX.Element {
  const { words, format } = useConsole();
  const percent = usedPercent(budget);
  const state = budgetState(budget);
  const limit = Number(budget.limit);
  const share = (amount: number): string =>
    `${Math.min(100, limit > 0 ? (amount / limit) * 100 : 100)}%`;
  const forecast = budget.forecast === null ? undefined : Number(budget.forecast);
  return (
    <div
      class={`bar ${state}`}
      role="meter"
      aria-label={words.value.usedOf(name)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(Math.min(100, percent))}
      aria-valuetext={[
        format.value.percent(percent),
        ...(state === "fine" ? [] : [words.value.budgetState[state]]),
      ].join(", ")}
    >
      <span class="bar-reserved" style={{ width: share((percent / 100) * limit) }} />
      <span class="bar-spent" style={{ width: share(Number(budget.spent)) }} />
      {budget.warn_at.map((threshold) => (
        <span key={threshold} class="bar-mark" style={{ left: `${threshold}%` }} />
      ))}
      {forecast !== undefined && forecast <= limit && (
        <span class="bar-forecast" style={{ left: share(forecast) }} />
      )}
    </div>
  );
}
