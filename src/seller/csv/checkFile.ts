import { csvRows } from "./csvRows.ts";
import type { CsvFormat } from "./dialect.ts";
import { type CheckedRow, type ImportPlan, RowChecker, type RowProblem } from "./rowCheck.ts";

/** A problem of one line, for the editor's list of problems. */
export interface LineProblem extends RowProblem {
  readonly line: number;
  readonly level: "error" | "warning";
}

export interface FileCheck {
  readonly header: readonly string[];
  readonly rows: number;
  /** Rows that may be written. */
  readonly valid: number;
  /** Only the first problems: nobody reads more, and a million would fill the memory. */
  readonly problems: readonly LineProblem[];
  readonly errorCount: number;
  readonly warningCount: number;
}

export type CsvSource = AsyncIterable<Uint8Array>;

const maxProblems = 1000;

/** A file's first row; undefined if the file has no row. */
export async function readHeader(
  source: CsvSource,
  format: CsvFormat,
): Promise<readonly string[] | undefined> {
  for await (const { cells } of csvRows(source, format)) {
    return cells;
  }
  return undefined;
}

/**
 * Checks every row after the header. A second pass over the same file gives the same results.
 * Memory does not grow with the file, except for the keys that find duplicates.
 */
export async function* checkedRows(
  source: CsvSource,
  format: CsvFormat,
  plan: Omit<ImportPlan, "decimal">,
): AsyncGenerator<CheckedRow> {
  let checker: RowChecker | undefined;
  for await (const row of csvRows(source, format)) {
    if (checker) {
      yield checker.check(row);
    } else {
      checker = new RowChecker({ ...plan, decimal: format.decimal }, row.cells);
    }
  }
}

/** Checks a whole file before any row of it is written. */
export async function checkFile(
  source: CsvSource,
  format: CsvFormat,
  {
    plan,
    header,
    onRow,
  }: {
    readonly plan: Omit<ImportPlan, "decimal">;
    readonly header: readonly string[];
    readonly onRow?: (row: CheckedRow) => void;
  },
): Promise<FileCheck> {
  const problems: LineProblem[] = [];
  let rows = 0;
  let valid = 0;
  let errorCount = 0;
  let warningCount = 0;
  for await (const checked of checkedRows(source, format, plan)) {
    const { row, errors, warnings, input } = checked;
    onRow?.(checked);
    rows += 1;
    valid += input ? 1 : 0;
    errorCount += errors.length;
    warningCount += warnings.length;
    if (problems.length < maxProblems && errors.length + warnings.length > 0) {
      problems.push(
        ...errors.map((problem) => ({ ...problem, line: row.line, level: "error" as const })),
        ...warnings.map((problem) => ({ ...problem, line: row.line, level: "warning" as const })),
      );
    }
  }
  return { header, rows, valid, problems, errorCount, warningCount };
}
