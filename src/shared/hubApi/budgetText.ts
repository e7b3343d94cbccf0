import type { WordsLocale } from "../failures/failureText.ts";
import { budgetAmount, dateText, percentText } from "./amountText.ts";
import { remainingOf, usedShare } from "./budgets.ts";
import type { BudgetLayer } from "./usageReport.ts";

export interface BudgetVocabulary {
  readonly locale: WordsLocale;
  readonly names: Readonly<Record<BudgetLayer["kind"], string>>;
  readonly left: (amount: string) => string;
  readonly used: (amount: string) => string;
  readonly usedOf: (amount: string, limit: string) => string;
  readonly renews: (date: string) => string;
  readonly notReported: string;
}

/** The remaining amount, or the used share if only that is known. */
export function budgetLeft(layer: BudgetLayer, words: BudgetVocabulary): string | undefined {
  const remaining = remainingOf(layer);
  if (remaining !== undefined) {
    return words.left(budgetAmount(remaining, layer, words.locale));
  }
  const share = usedShare(layer);
  return share === undefined ? undefined : words.used(percentText(share, words.locale));
}

export function budgetLine(layer: BudgetLayer, words: BudgetVocabulary): string {
  const { renewsAt } = layer;
  const parts = [
    usedText(layer, words),
    budgetLeft(layer, words),
    renewsAt === undefined ? undefined : words.renews(dateText(renewsAt, words.locale)),
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? words.notReported : parts.join(" · ");
}

function usedText(layer: BudgetLayer, words: BudgetVocabulary): string | undefined {
  const { used, limit } = layer;
  if (used === undefined) {
    return undefined;
  }
  const amount = budgetAmount(used, layer, words.locale);
  return limit === undefined
    ? words.used(amount)
    : words.usedOf(amount, budgetAmount(limit, layer, words.locale));
}
