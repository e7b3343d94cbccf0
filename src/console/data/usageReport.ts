import { addDays, dayOf } from "../../shared/base/calendar.ts";
import type { AuditEntry, AdminUsage, AdminUsageRow } from "./types.ts";

export const measures = ["cost", "requests", "total_tokens"] as const;
export type Measure = (typeof measures)[number];

export function measureOf(row: AdminUsageRow, measure: Measure): number {
  return finite(row[measure]);
}

export function keptShare({ offered = 0, kept = 0 }: AdminUsageRow): number | undefined {
  return offered > 0 ? Math.min(100, (kept / offered) * 100) : undefined;
}

export interface UsageTotal {
  readonly requests: number;
  readonly total_tokens: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cost: string;
  readonly saved_by_cache: string;
}

export function totalOf(rows: readonly AdminUsageRow[]): UsageTotal {
  const sum = (name: "requests" | "total_tokens" | "input_tokens" | "output_tokens"): number =>
    rows.reduce((total, row) => total + row[name], 0);
  return {
    requests: sum("requests"),
    total_tokens: sum("total_tokens"),
    input_tokens: sum("input_tokens"),
    output_tokens: sum("output_tokens"),
    cost: addMoney(rows.map(({ cost }) => cost)),
    saved_by_cache: addMoney(rows.map((row) => row.saved_by_cache ?? "0")),
  };
}

/** The values of each day; 0 for days without requests. */
export function dailySeries(
  report: AdminUsage,
  measure: Measure,
): readonly { readonly day: string; readonly value: number }[] {
  const byDay = new Map(
    report.data.map((row) => [row.group["day"] ?? "", measureOf(row, measure)]),
  );
  const days: { readonly day: string; readonly value: number }[] = [];
  for (let day = report.start; day <= report.end && days.length < 400; day = addDays(day, 1)) {
    days.push({ day, value: byDay.get(day) ?? 0 });
  }
  return days;
}

/** Adds the entry as the hub would. */
export function withEntry(report: AdminUsage, entry: AuditEntry): AdminUsage {
  const time = Date.parse(entry.time);
  if (Number.isNaN(time)) {
    return report;
  }
  const day = dayOf(time, report.time_zone);
  if (day < report.start || day > report.end) {
    return report;
  }
  const group = groupOf(report.group_by, entry, day);
  const isSame = (row: AdminUsageRow): boolean =>
    report.group_by.every((name) => row.group[name] === group[name]);
  const before = report.data.find((row) => isSame(row));
  const after = added(before ?? emptyRow(group), entry);
  return {
    ...report,
    data: before
      ? report.data.map((row) => (row === before ? after : row))
      : [...report.data, after],
  };
}

function groupOf(
  names: readonly string[],
  entry: AuditEntry,
  day: string,
): Readonly<Record<string, string>> {
  const values: Readonly<Record<string, string | null>> = {
    day,
    model: entry.model,
    app: entry.app,
    format: entry.format,
    token_id: entry.token_id,
    user_id: entry.user_id,
    profile_id: entry.profile_id,
    sector_id: entry.sector_id,
  };
  return Object.fromEntries(names.map((name) => [name, values[name] ?? ""]));
}

function emptyRow(group: Readonly<Record<string, string>>): AdminUsageRow {
  const none = { input_tokens: 0, output_tokens: 0, cached_tokens: 0, total_tokens: 0 };
  return { group, requests: 0, ...none, cost: "0" };
}

function added(row: AdminUsageRow, entry: AuditEntry): AdminUsageRow {
  const input = entry.input_tokens ?? 0;
  const output = entry.output_tokens ?? 0;
  return {
    ...row,
    requests: row.requests + 1,
    input_tokens: row.input_tokens + input,
    output_tokens: row.output_tokens + output,
    cached_tokens: row.cached_tokens + (entry.cached_tokens ?? 0),
    total_tokens: row.total_tokens + input + output,
    cost: addMoney([row.cost, entry.cost ?? "0"]),
  };
}

/** Exact for the six decimals of the hub's amounts. */
export function addMoney(amounts: readonly string[]): string {
  const micros = amounts.reduce((sum, amount) => sum + Math.round(finite(amount) * 1e6), 0);
  return (micros / 1e6).toFixed(6).replace(/\.?0+$/u, "");
}

function finite(amount: string | number): number {
  const value = Number(amount);
  return Number.isFinite(value) ? value : 0;
}
