import type { WordsLocale } from "../failures/failureText.ts";
import { moneyText } from "../text/moneyText.ts";
import type { BudgetLayer } from "./usageReport.ts";

const credits: Readonly<Record<WordsLocale, string>> = { en: "credits", "pt-br": "créditos" };

export function budgetAmount(
  amount: string,
  { unit, currency }: Pick<BudgetLayer, "unit" | "currency">,
  locale: WordsLocale,
): string {
  const value = Number(amount);
  if (unit === "money") {
    const shown = value >= 1 ? value.toFixed(2) : amount;
    return moneyText(shown, currency, locale);
  }
  const number = new Intl.NumberFormat(locale, {
    ...(value >= 10_000 && { notation: "compact" }),
    maximumFractionDigits: 1,
  }).format(value);
  return `${number}\u00a0${unit === "tokens" ? "tokens" : credits[locale]}`;
}

export function percentText(share: number, locale: WordsLocale): string {
  return new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 }).format(
    share,
  );
}

/** A hub may send a time outside the range of dates, which becomes a question mark. */
export function dateText(
  at: number,
  locale: WordsLocale,
  dateStyle: "medium" | "long" = "medium",
): string {
  // `format` throws for a time outside the range of dates.
  return Number.isNaN(new Date(at).getTime())
    ? "?"
    : new Intl.DateTimeFormat(locale, { dateStyle }).format(at);
}
