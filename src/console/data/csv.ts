export type CsvCell = string | number | boolean | null | undefined;

/**
 * CSV (RFC 4180) with a byte order mark, so that spreadsheets read it as UTF-8. Text that a spreadsheet would
 * take for a formula begins with an apostrophe (OWASP, "CSV Injection").
 */
export function csvOf(rows: readonly (readonly CsvCell[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(csvCell).join(",")}\r\n`).join("")}`;
}

function csvCell(value: CsvCell): string {
  if (typeof value !== "string") {
    return value === null || value === undefined ? "" : String(value);
  }
  const isPlainNumber = /^-?\d+(?:\.\d+)?$/u.test(value);
  const safe = !isPlainNumber && /^\s*[=+\-@\t\r\n＝＋－＠]/u.test(value) ? `'${value}` : value;
  return /[",;\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
