import { budgetAmount } from "../../shared/amountText.ts";
import { remainingOf, usedShare } from "../../shared/budgets.ts";
import type { WordsLocale } from "../../shared/failureText.ts";
import type { BudgetLayer } from "../../shared/usageReport.ts";
import type { Words } from "../words/en.ts";

type BudgetWords = Pick<
  Words,
  | "budgetToken"
  | "budgetUser"
  | "budgetProfile"
  | "budgetSector"
  | "budgetOther"
  | "budgetLeft"
  | "budgetUsed"
  | "budgetOf"
  | "budgetRenews"
  | "notReported"
>;

interface BudgetLanguage {
  readonly words: BudgetWords;
  readonly locale: WordsLocale;
}

/** The name of a budget by its owner. */
export function budgetName({ kind }: Pick<BudgetLayer, "kind">, words: BudgetWords): string {
  const names: Readonly<Record<BudgetLayer["kind"], string>> = {
    token: words.budgetToken,
    user: words.budgetUser,
    profile: words.budgetProfile,
    sector: words.budgetSector,
    other: words.budgetOther,
  };
  return names[kind];
}

/** The remaining amount, or the used share if only that is known; undefined if neither is. */
export function budgetLeft(
  layer: BudgetLayer,
  { words, locale }: BudgetLanguage,
): string | undefined {
  const remaining = remainingOf(layer);
  if (remaining !== undefined) {
    return words.budgetLeft(budgetAmount(remaining, layer, locale));
  }
  const share = usedShare(layer);
  return share === undefined ? undefined : words.budgetUsed(percent(share, locale));
}

/** Use, limit and renewal in one line, as far as the hub reports them. */
export function budgetLine(layer: BudgetLayer, { words, locale }: BudgetLanguage): string {
  const { renewsAt } = layer;
  const parts = [
    usedText(layer, { words, locale }),
    budgetLeft(layer, { words, locale }),
    renewsAt === undefined ? undefined : words.budgetRenews(dateText(renewsAt, locale)),
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? words.notReported : parts.join(" · ");
}

function usedText(layer: BudgetLayer, { words, locale }: BudgetLanguage): string | undefined {
  const { used, limit } = layer;
  if (used === undefined) {
    return undefined;
  }
  const amount = budgetAmount(used, layer, locale);
  return limit === undefined
    ? words.budgetUsed(amount)
    : words.budgetOf(amount, budgetAmount(limit, layer, locale));
}

export function percent(share: number, locale: WordsLocale): string {
  return new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 }).format(
    share,
  );
}

/** Epoch milliseconds as a day; a question mark for a time outside the range of dates. */
export function dateText(at: number, locale: WordsLocale): string {
  // `format` throws for a time outside the range of dates.
  return Number.isNaN(new Date(at).getTime())
    ? "?"
    : new Intl.DateTimeFormat(locale, { dateStyle: "medium" }).format(at);
}
