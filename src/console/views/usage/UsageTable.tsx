import type { JSX } from "preact";
import { useMemo } from "preact/hooks";

import { useSignedIn } from "../../app/console.ts";
import type { Format } from "../../app/format.ts";
import type { AdminUsage, AdminUsageRow } from "../../data/types.ts";
import { keptShare, type Measure, measureOf } from "../../data/usageReport.ts";
import { type Column, DataTable } from "../../parts/DataTable.tsx";
import type { Words } from "../../words/en.ts";
import { type Names, useNames } from "../parts/names.ts";

export const breakdowns = [
  { id: "model", isForAll: true },
  { id: "app", isForAll: true },
  { id: "format", isForAll: true },
  { id: "token_id", isForAll: true },
  { id: "user_id", isForAll: false },
  { id: "sector_id", isForAll: false },
  { id: "profile_id", isForAll: false },
] as const;

export type Breakdown = (typeof breakdowns)[number]["id"];

export interface UsageTableProps {
  readonly report: AdminUsage;
  readonly by: Breakdown;
  readonly measure: Measure;
}

type CountId = "requests" | "input_tokens" | "output_tokens";

/** Rows show their share as a bar, so the table is also the chart. */
export function UsageTable({ report, by, measure }: UsageTableProps): JSX.Element {
  const { words, format, records } = useSignedIn();
  const names = useNames();
  const text = words.value;
  const lists = [
    records.users.data,
    records.tokens.data,
    records.profiles.data,
    records.sectors.data,
  ];
  const total = report.data.reduce((sum, row) => sum + measureOf(row, measure), 0);
  const columns = useMemo<readonly Column<AdminUsageRow>[]>(() => {
    const count = (id: CountId, label: string): Column<AdminUsageRow> => ({
      id,
      label,
      isNumber: true,
      isMinor: id !== "requests",
      value: (row) => row[id],
      cell: (row) => format.value.count(row[id]),
    });
    return [
      { id: "name", label: text.breakdownName[by], value: nameOf(by, names, text) },
      {
        id: "share",
        label: text.share,
        isNumber: true,
        value: (row) => (total > 0 ? (measureOf(row, measure) / total) * 100 : 0),
        cell: (row) => <Share percent={total > 0 ? (measureOf(row, measure) / total) * 100 : 0} />,
      },
      count("requests", text.requests),
      count("input_tokens", text.inputTokens),
      count("output_tokens", text.outputTokens),
      ...(report.data.some(({ offered }) => offered !== undefined)
        ? [keptColumn(text, format.value)]
        : []),
      ...costColumns(report.data, text, format.value),
    ];
  }, [text, format.value, by, measure, total, report, ...lists]);
  return (
    <section class="section">
      <h2>{text.byThing(text.breakdownName[by])}</h2>
      <DataTable
        key={by}
        label={text.usage}
        rows={report.data}
        columns={columns}
        sort={{ id: "share", isDescending: true }}
        rowId={(row) => row.group[by] ?? ""}
        exportName={`usage-${report.start}-${report.end}`}
        empty={<p>{text.usageEmpty}</p>}
      />
    </section>
  );
}

function costColumns(
  rows: readonly AdminUsageRow[],
  text: Words,
  format: Format,
): readonly Column<AdminUsageRow>[] {
  const costs: Column<AdminUsageRow> = {
    id: "cost",
    label: text.cost,
    isNumber: true,
    value: ({ cost }) => Number(cost),
    cell: ({ cost }) => format.money(cost),
  };
  const savings: Column<AdminUsageRow> = {
    id: "saved",
    label: text.savedByCache,
    isNumber: true,
    value: (row) => Number(row.saved_by_cache ?? 0),
    cell: ({ saved_by_cache: saved }) => (saved === undefined ? "—" : format.money(saved)),
  };
  return rows.some((row) => row.saved_by_cache !== undefined) ? [costs, savings] : [costs];
}

/** The column of taken completions; a dash if no client reported them. */
function keptColumn(text: Words, format: Format): Column<AdminUsageRow> {
  return {
    id: "kept",
    label: text.keptCompletions,
    isNumber: true,
    isMinor: true,
    value: (row) => keptShare(row) ?? -1,
    cell: (row) => {
      const share = keptShare(row);
      if (share === undefined) {
        return "—";
      }
      const counts = text.keptOf(format.count(row.kept ?? 0), format.count(row.offered ?? 0));
      return (
        <span title={counts}>
          {format.percent(share)}
          <span class="unseen"> ({counts})</span>
        </span>
      );
    },
  };
}

function Share({ percent }: { readonly percent: number }): JSX.Element {
  const { format } = useSignedIn();
  return (
    <span class="bar-cell">
      <span class="bar" aria-hidden="true">
        <span class="bar-spent" style={{ width: `${percent}%` }} />
      </span>
      {format.value.percent(percent)}
    </span>
  );
}

function nameOf(by: Breakdown, names: Names, text: Words): (row: AdminUsageRow) => string {
  const kinds: Readonly<Record<string, string>> = text.requestKind;
  const named: Partial<Readonly<Record<Breakdown, (id: string) => string>>> = {
    format: (format) => kinds[format] ?? format,
    token_id: names.token,
    user_id: names.user,
    sector_id: names.sector,
    profile_id: names.profile,
  };
  return ({ group }) => {
    const id = group[by] ?? "";
    return id === "" ? "—" : (named[by]?.(id) ?? id);
  };
}
