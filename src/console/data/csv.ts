import { inertCell, quotedCell } from "../../shared/text/csvCell.ts";

export type CsvCell = string | number | boolean | null | undefined;

/** RFC 4180, without formulas, with a byte order mark for spreadsheets. */
export function csvOf(rows: readonly (readonly CsvCell[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(csvCell).join(",")}\r\n`).join("")}`;
}

function csvCell(value: CsvCell): string {
  if (typeof value !== "string") {
    return value === null || value === undefined ? "" : String(value);
  }
  return quotedCell(inertCell(value));
}
