import { tableRows } from "../read/csvRows.ts";
import type { CsvFormat } from "../read/dialect.ts";
import { type CheckedRow, type ImportPlan, RowChecker, type RowProblem } from "./rowCheck.ts";

export interface LineProblem extends RowProblem {
  readonly line: number;
  readonly level: "error" | "warning";
}

export interface WarningGroup extends RowProblem {
  readonly count: number;
  readonly firstLine: number;
}

export interface FileCheck {
  readonly header: readonly string[];
  readonly rows: number;
  /** Counts writable rows without repeats. */
  readonly valid: number;
  /** Only the first problems are listed, to bound memory. */
  readonly problems: readonly LineProblem[];
  readonly warnings: readonly WarningGroup[];
  readonly errorCount: number;
  readonly warningCount: number;
  readonly questions: readonly FileQuestion[];
}

/** Cells that only a person can interpret; their rows are refused until then. */
export interface FileQuestion {
  /** `ambiguousNumber` is asked once for the file (is `1.000` a thousand?), `junkText` for each column. */
  readonly code: "ambiguousNumber" | "junkText";
  readonly path: string;
  readonly text: string;
  readonly line: number;
  readonly count: number;
}

export type CsvSource = AsyncIterable<Uint8Array>;

const maxProblems = 1000;

export async function readHeader(
  source: CsvSource,
  format: CsvFormat,
): Promise<readonly string[] | undefined> {
  for await (const { cells } of tableRows(source, format)) {
    return cells;
  }
  return undefined;
}

/** The checked rows, which can be read repeatedly. Memory does not grow with the file, except for the survey's keys. */
export async function* checkedRows(
  source: CsvSource,
  format: CsvFormat,
  plan: Omit<ImportPlan, "decimal">,
): AsyncGenerator<CheckedRow> {
  let checker: RowChecker | undefined;
  for await (const row of tableRows(source, format)) {
    if (checker) {
      yield checker.check(row);
    } else {
      checker = new RowChecker({ ...plan, ...plan.survey }, row.cells);
    }
  }
}

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
  const problems = new ProblemList();
  let rows = 0;
  let valid = 0;
  let errorCount = 0;
  let warningCount = 0;
  const questions = new FileQuestions();
  for await (const checked of checkedRows(source, format, plan)) {
    const { row, errors, warnings, input, isRepeat } = checked;
    onRow?.(checked);
    rows += 1;
    valid += input && isRepeat !== true ? 1 : 0;
    errorCount += errors.length;
    warningCount += warnings.length;
    problems.add(row.line, checked);
    questions.add(checked);
  }
  const { first, groups } = problems;
  return {
    header,
    rows,
    valid,
    problems: first,
    warnings: groups,
    errorCount,
    warningCount,
    questions: questions.all,
  };
}

export class FileQuestions {
  readonly #all = new Map<string, FileQuestion>();

  get all(): readonly FileQuestion[] {
    return [...this.#all.values()];
  }

  add({ row: { cells, line }, errors }: CheckedRow): void {
    for (const { code, path, column = -1 } of errors) {
      if (code === "ambiguousNumber" || code === "junkText") {
        const key = code === "junkText" ? path : "";
        const known = this.#all.get(key) ?? {
          code,
          path,
          text: cells[column] ?? "",
          line,
          count: 0,
        };
        this.#all.set(key, { ...known, count: known.count + 1 });
      }
    }
  }
}

class ProblemList {
  readonly #errors: LineProblem[] = [];
  readonly #warnings: LineProblem[] = [];
  readonly #groups = new Map<string, WarningGroup>();

  /** Problems are sorted by line. Warnings never displace errors. */
  get first(): readonly LineProblem[] {
    const spare = Math.max(0, maxProblems - this.#errors.length);
    return [...this.#errors, ...this.#warnings.slice(0, spare)].toSorted(
      (one, other) => one.line - other.line,
    );
  }

  get groups(): readonly WarningGroup[] {
    return [...this.#groups.values()];
  }

  add(line: number, { errors, warnings }: CheckedRow): void {
    for (const problem of this.#errors.length < maxProblems ? errors : []) {
      this.#errors.push({ ...problem, line, level: "error" });
    }
    for (const problem of warnings) {
      const key = `${problem.code} ${problem.path}`;
      const known = this.#groups.get(key) ?? { ...problem, count: 0, firstLine: line };
      this.#groups.set(key, { ...known, count: known.count + 1 });
      if (this.#warnings.length < maxProblems) {
        this.#warnings.push({ ...problem, line, level: "warning" });
      }
    }
  }
}
