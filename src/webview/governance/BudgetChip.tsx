import type { JSX } from "preact";

import { budgetLevel, tightestBudget } from "../../shared/budgets.ts";
import { Icon } from "../components/Icon.tsx";
import { usePage } from "../components/page.ts";
import { budgetLeft, budgetLine, budgetName } from "./budgetText.ts";

/** What is left of the tightest budget; not there while nothing is known. */
export function BudgetChip(): JSX.Element | null {
  const page = usePage();
  const { words, features } = page;
  const { report, showUsage } = features.governance;
  const { budgets = [] } = report.value ?? {};
  const layer = tightestBudget(budgets);
  const left = layer && budgetLeft(layer, page);
  if (!layer || left === undefined) {
    return null;
  }
  const level = budgetLevel(layer);
  const all = budgets.map((one) => `${budgetName(one, words)}: ${budgetLine(one, page)}`);
  return (
    <button
      type="button"
      class={`budget-chip ${level}`}
      aria-label={words.budgetChip(budgetName(layer, words), left)}
      title={all.join("\n")}
      onClick={showUsage}
    >
      {level !== "plenty" && <Icon name="warning" />}
      <span>{left}</span>
    </button>
  );
}
