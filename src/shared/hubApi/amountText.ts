import type { WordsLocale } from "../failures/failureText.ts";
import type { BudgetLayer } from "./usageReport.ts";

/** Shows at least two significant digits: one answer often costs far below a cent. */
export function moneyText(
  amount: string,
  currency: string | undefined,
  locale: WordsLocale,
): string {
  const value = Number(amount);
  if (!Number.isFinite(value)) {
    return "";
  }
  const digits =
    value === 0 ? 2 : Math.min(8, Math.max(2, 1 - Math.floor(Math.log10(Math.abs(value)))));
  const isCode = currency !== undefined && /^[A-Za-z]{3}$/u.test(currency);
  return new Intl.NumberFormat(locale, {
    ...(isCode && { style: "currency", currency }),
    minimumFractionDigits: 2,
    maximumFractionDigits: digits,
  }).format(value);
}

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
