import type { JSX } from "preact";

import { budgetAmount, percentText } from "../../shared/hubApi/amountText.ts";
import {
  budgetLevel,
  remainingOf,
  tightestBudget,
  usedShare,
} from "../../shared/hubApi/budgets.ts";
import { budgetLeft, budgetLine } from "../../shared/hubApi/budgetText.ts";
import type { BudgetLayer } from "../../shared/hubApi/usageReport.ts";
import { Icon } from "../kit/Icon.tsx";
import { type Page, usePage } from "../page/page.ts";
import { useWords } from "../page/useWords.ts";
import { budgetVocabulary } from "./budgetVocabulary.ts";
import { useGovernance } from "./governancePage.ts";

export function BudgetChip(): JSX.Element | null {
  const words = useWords();
  const { locale } = usePage();
  const { report, showUsage } = useGovernance();
  const { budgets = [] } = report.value ?? {};
  const layer = tightestBudget(budgets);
  const vocabulary = budgetVocabulary({ words, locale });
  const left = layer && budgetLeft(layer, vocabulary);
  if (!layer || left === undefined) {
    return null;
  }
  const level = budgetLevel(layer);
  const all = budgets.map((one) => `${vocabulary.names[one.kind]}: ${budgetLine(one, vocabulary)}`);
  return (
    <button
      type="button"
      class={`budget-chip ${level}`}
      aria-label={words.budgetChip(vocabulary.names[layer.kind], left)}
      title={all.join("\n")}
      onClick={showUsage}
    >
      {level === "plenty" ? <Ring share={usedShare(layer) ?? 0} /> : <Icon name="warning" />}
      <span class="long">{left}</span>
      <span class="short">{shortLeft(layer, locale)}</span>
    </button>
  );
}

function Ring({ share }: { readonly share: number }): JSX.Element {
  const arc = `${Math.min(1, share) * 100} 100`;
  return (
    <svg class="ring" viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="6" />
      <circle class="ring-used" cx="8" cy="8" r="6" pathLength="100" stroke-dasharray={arc} />
    </svg>
  );
}

function shortLeft(layer: BudgetLayer, locale: Page["locale"]): string {
  const remaining = remainingOf(layer);
  return remaining === undefined
    ? percentText(usedShare(layer) ?? 0, locale)
    : budgetAmount(remaining, layer, locale);
}
