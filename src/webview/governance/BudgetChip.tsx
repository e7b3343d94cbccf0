import type { JSX } from "preact";

import { budgetAmount } from "../../shared/amountText.ts";
import { budgetLevel, remainingOf, tightestBudget, usedShare } from "../../shared/budgets.ts";
import type { BudgetLayer } from "../../shared/usageReport.ts";
import { Icon } from "../kit/Icon.tsx";
import { type Page, usePage } from "../page/page.ts";
import { budgetLeft, budgetLine, budgetName, percent } from "./budgetText.ts";
import { useGovernance } from "./governancePage.ts";

/** The rest of the tightest budget; hidden while no budget is known. */
export function BudgetChip(): JSX.Element | null {
  const page = usePage();
  const { words } = page;
  const { report, showUsage } = useGovernance();
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
      <span class="long">{left}</span>
      <span class="short">{shortLeft(layer, page)}</span>
    </button>
  );
}

/** The amount without words, for a narrow view. */
function shortLeft(layer: BudgetLayer, { locale }: Pick<Page, "locale">): string {
  const remaining = remainingOf(layer);
  return remaining === undefined
    ? percent(usedShare(layer) ?? 0, locale)
    : budgetAmount(remaining, layer, locale);
}
