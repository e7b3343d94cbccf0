import type { JSX } from "preact";

import { type SignedIn, useSignedIn } from "../../app/console.ts";
import { isForecastOver, usedPercent } from "../../data/budgetShare.ts";
import type { Budget } from "../../data/types.ts";
import { BudgetBar } from "../../parts/BudgetBar.tsx";
import { BudgetMark } from "../../parts/BudgetMark.tsx";
import { Tag } from "../../parts/Tag.tsx";
import { useNames } from "../parts/names.ts";

export interface BudgetCardsProps {
  readonly budgets: readonly Budget[];
  readonly tightest: Budget | undefined;
}

export function BudgetCards({ budgets, tightest }: BudgetCardsProps): JSX.Element {
  const sorted = budgets.toSorted((one, other) => usedPercent(other) - usedPercent(one));
  return (
    <ul class="budget-cards">
      {sorted.map((budget) => (
        <BudgetCard key={budget.id} budget={budget} isTightest={budget === tightest} />
      ))}
    </ul>
  );
}

interface BudgetCardProps {
  readonly budget: Budget;
  readonly isTightest: boolean;
}

function BudgetCard({ budget, isTightest }: BudgetCardProps): JSX.Element {
  const page = useSignedIn();
  const names = useNames();
  const text = page.words.value;
  const format = page.format.value;
  const name = names.subject(budget);
  const amount = (value: string): string => amountText(page, budget, value);
  return (
    <li class="card">
      <div class="budget-head">
        <strong>{name}</strong>
        <span class="quiet">{text.scopeName[budget.scope]}</span>
        <BudgetMark budget={budget} />
        {isTightest && <Tag look="warn">{text.tightest}</Tag>}
        <span class="number">{format.percent(usedPercent(budget))}</span>
      </div>
      <BudgetBar budget={budget} name={name} />
      <p>{text.spentOf(amount(budget.spent), amount(budget.limit), amount(budget.remaining))}</p>
      {budget.over !== undefined && <p>{text.overBy(amount(budget.over))}</p>}
      <p class="quiet">
        {budget.forecast === null
          ? text.forecastEarly
          : text.forecastOf(amount(budget.forecast), isForecastOver(budget))}{" "}
        {text.resetsOn(format.date(budget.resets_at))}
      </p>
    </li>
  );
}

export function amountText({ words, format }: SignedIn, budget: Budget, amount: string): string {
  if (budget.unit === "money") {
    return format.value.money(amount);
  }
  const count = Number(amount);
  return words.value.tokenCount(Number.isFinite(count) ? format.value.compact(count) : amount);
}
