import { inertCell, quotedCell } from "../../shared/text/csvCell.ts";
import type { AuditRecord } from "./records.ts";

const fields = [
  "seq",
  "time",
  "kind",
  "requestId",
  "sessionId",
  "runId",
  "tokenId",
  "userId",
  "profileId",
  "sectorId",
  "app",
  "model",
  "format",
  "status",
  "inputTokens",
  "cachedTokens",
  "outputTokens",
  "cost",
  "latencyMs",
  "findings",
  "detail",
  "prevHash",
  "hash",
] as const satisfies readonly (keyof AuditRecord)[];

type Field = (typeof fields)[number];

/** The audit as CSV, without formulas for a spreadsheet. */
export async function* exportCsv(
  records: AsyncIterable<AuditRecord>,
  timeText: (time: number) => string,
): AsyncGenerator<string> {
  yield line(fields);
  for await (const record of records) {
    yield line(fields.map((field) => cellText(record, field, timeText)));
  }
}

export async function* exportJsonLines(
  records: AsyncIterable<AuditRecord>,
): AsyncGenerator<string> {
  for await (const record of records) {
    yield `${JSON.stringify(record)}\n`;
  }
}

function cellText(record: AuditRecord, field: Field, timeText: (time: number) => string): string {
  const value = record[field];
  if (value === undefined) {
    return "";
  }
  if (field === "time") {
    return timeText(record.time);
  }
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function line(cells: readonly string[]): string {
  return `${cells.map((cell) => quotedCell(inertCell(cell))).join(",")}\r\n`;
}

export function exportAudit(
  records: AsyncIterable<AuditRecord>,
  format: "csv" | "jsonl",
  timeText: (time: number) => string,
): AsyncGenerator<string> {
  return format === "csv" ? exportCsv(records, timeText) : exportJsonLines(records);
}
