import type { WordsLocale } from "../../shared/failures/failureText.ts";
import type { UsageReport, UsageRow, UsageSums } from "../../shared/hubApi/usageReport.ts";
import { moneyText } from "../../shared/text/moneyText.ts";
import { daysBetween } from "./ranges.ts";

export const metrics = ["cost", "tokens", "requests"] as const;

export type Metric = (typeof metrics)[number];

export function figureOf(sums: UsageSums, metric: Metric): number | undefined {
  switch (metric) {
    case "cost":
      return sums.cost === undefined ? undefined : Number(sums.cost);
    case "requests":
      return sums.requests;
    case "tokens":
      return sums.inputTokens === undefined && sums.outputTokens === undefined
        ? undefined
        : (sums.inputTokens ?? 0) + (sums.outputTokens ?? 0);
    default:
      return metric satisfies never;
  }
}

export function figureText(
  value: number | undefined,
  metric: Metric,
  { currency, locale }: { readonly currency: string | undefined; readonly locale: WordsLocale },
): string | undefined {
  if (value === undefined) {
    return undefined;
  }
  if (metric === "cost") {
    return moneyText(value >= 1 ? value.toFixed(2) : String(value), currency, locale);
  }
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }).format(value);
}

export function reportedMetrics(report: UsageReport): readonly Metric[] {
  const rows: readonly UsageSums[] = [
    ...(report.totals ? [report.totals] : []),
    ...(report.byDay ?? []),
    ...(report.byModel ?? []),
    ...(report.byApp ?? []),
  ];
  return metrics.filter((metric) => rows.some((row) => figureOf(row, metric) !== undefined));
}

/** If the report names its range, missing days had no use; else only reported days are shown. */
export function dailyRows({ byDay, range }: UsageReport, today: string): readonly UsageRow[] {
  const rows = (byDay ?? []).toSorted((one, other) => one.key.localeCompare(other.key));
  if (!range) {
    return rows;
  }
  const known = new Map(rows.map((row) => [row.key, row]));
  const end = range.end < today ? range.end : today;
  return daysBetween({ start: range.start, end }).map(
    (key) => known.get(key) ?? { key, requests: 0, inputTokens: 0, outputTokens: 0, cost: "0" },
  );
}

/** Rows in descending order; rows without the figure come last. */
export function ranked(rows: readonly UsageRow[], metric: Metric): readonly UsageRow[] {
  return rows.toSorted(
    (one, other) => (figureOf(other, metric) ?? -1) - (figureOf(one, metric) ?? -1),
  );
}

export function isEmptyReport(report: UsageReport): boolean {
  const rows = [...(report.byDay ?? []), ...(report.byModel ?? []), ...(report.byApp ?? [])];
  const sums: readonly UsageSums[] = report.totals ? [report.totals, ...rows] : rows;
  return sums.every((row) => metrics.every((metric) => (figureOf(row, metric) ?? 0) === 0));
}
