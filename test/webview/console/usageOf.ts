import type { AuditEntry, AdminUsage, AdminUsageRow } from "../../../src/console/data/types.ts";

/** What the hub would report of these entries. */
export function usageReport(entries: readonly AuditEntry[], query: URLSearchParams): AdminUsage {
  const start = query.get("start") ?? "2026-11-01";
  const end = query.get("end") ?? "2026-11-30";
  const groupBy = (query.get("group_by") ?? "day").split(",");
  const rows = new Map<string, AdminUsageRow>();
  for (const entry of entries.filter(({ kind }) => kind === "usage")) {
    // Three hours behind UTC, all year.
    const day = new Date(Date.parse(entry.time) - 10_800_000).toISOString().slice(0, 10);
    if (day >= start && day <= end) {
      const { model, app, token_id, user_id, profile_id, sector_id } = entry;
      const ids = { model, app, token_id, user_id, profile_id, sector_id, day };
      const values: Readonly<Record<string, string | null>> = ids;
      const group = Object.fromEntries(groupBy.map((name) => [name, values[name] ?? ""]));
      const key = JSON.stringify(group);
      rows.set(key, sumOf(rows.get(key), group, entry));
    }
  }
  return {
    object: "usage",
    start,
    end,
    time_zone: "America/Sao_Paulo",
    currency: "BRL",
    group_by: groupBy,
    data: [...rows.values()],
  };
}

function sumOf(
  row: AdminUsageRow | undefined,
  group: Readonly<Record<string, string>>,
  entry: AuditEntry,
): AdminUsageRow {
  const input = (row?.input_tokens ?? 0) + (entry.input_tokens ?? 0);
  const output = (row?.output_tokens ?? 0) + (entry.output_tokens ?? 0);
  return {
    group,
    requests: (row?.requests ?? 0) + 1,
    input_tokens: input,
    output_tokens: output,
    cached_tokens: 0,
    total_tokens: input + output,
    cost: (Number(row?.cost ?? 0) + Number(entry.cost ?? 0)).toFixed(6),
    ...offersOf(row, entry),
  };
}

/** As if each completion were of four that were shown, one of which was taken. */
function offersOf(
  { offered = 0, kept = 0 }: Pick<AdminUsageRow, "offered" | "kept"> = {},
  { format }: AuditEntry,
): Pick<AdminUsageRow, "offered" | "kept"> {
  if (format === "completions") {
    return { offered: offered + 4, kept: kept + 1 };
  }
  return offered > 0 ? { offered, kept } : {};
}
