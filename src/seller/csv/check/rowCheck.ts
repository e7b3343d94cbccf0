import type { CallInput } from "../../contract/calls.ts";
import type { Problem } from "../../contract/problems.ts";
import { valueAt } from "../../contract/schemaFields.ts";
import { type RawInput, validateCall } from "../../contract/validate.ts";
import type { ImportCallId } from "../columns/importTarget.ts";
import type { ReadCsvRow } from "../read/csvRows.ts";
import type { FileSurvey } from "./fileSurvey.ts";
import { RangeIndex } from "./rangeIndex.ts";
import { RowReading, type RowPlan } from "./rowReading.ts";

export interface ImportPlan extends RowPlan {
  readonly survey: FileSurvey;
}

/** Only a row with an input may be written. */
export interface CheckedRow {
  readonly row: ReadCsvRow;
  readonly errors: readonly RowProblem[];
  readonly warnings: readonly RowProblem[];
  readonly input?: CallInput<ImportCallId>;
  /** An earlier row has the same content, so this one is not written. */
  readonly isRepeat?: boolean;
}

export type ValidRow = CheckedRow & Required<Pick<CheckedRow, "input">>;

export interface RowProblem extends Problem {
  /** The cell's index in its row; undefined if the problem concerns the whole row. */
  readonly column?: number;
}

/** Checks rows in order, header first. Each pass needs a new instance. */
export class RowChecker {
  readonly #plan: ImportPlan;
  readonly #reading: RowReading;
  readonly #ranges = new RangeIndex();

  constructor(plan: ImportPlan, header: readonly string[]) {
    this.#plan = plan;
    this.#reading = new RowReading(plan, header);
  }

  check(row: ReadCsvRow): CheckedRow {
    const structure = this.#reading.structureOf(row);
    if (structure) {
      return { row, errors: [structure], warnings: [] };
    }
    const { raw, problems } = this.#reading.read(row);
    const { call } = this.#plan;
    const validated = validateCall(call, raw, this.#plan);
    const unreadable = new Set(problems.map(({ path }) => path));
    const other = this.#plan.survey.otherRow(this.#reading.keyOf(raw), row.line);
    const errors = [
      ...problems,
      ...validated.errors.filter(({ path }) => !unreadable.has(path)),
      ...this.#missingKeys(raw).filter(
        ({ path }) => !unreadable.has(path) && !validated.errors.some((one) => one.path === path),
      ),
      ...sameRecord(other, "contradiction"),
    ].map((problem) => this.#located(problem));
    const warnings = [
      ...validated.warnings.filter(({ path }) => !unreadable.has(path)),
      ...sameRecord(other, "repeated"),
      ...this.#overlap(row, raw),
      ...this.#encoding(row),
    ].map((problem) => this.#located(problem));
    return errors.length > 0 || !validated.input
      ? { row, errors, warnings }
      : {
          row,
          errors,
          warnings,
          input: validated.input,
          ...(other?.isSame === true && { isRepeat: true }),
        };
  }

  /** Problems of missing keys: the portal might create a new record from such a row. */
  #missingKeys(raw: RawInput): readonly Problem[] {
    return this.#reading.keyFields
      .filter(({ path }) => valueAt(raw, path) === undefined)
      .map(({ name }) => ({ code: "missingKey", path: name }));
  }

  #overlap({ line }: ReadCsvRow, { body }: RawInput): readonly Problem[] {
    const first = valueAt(body, ["cepInicio"]);
    const last = valueAt(body, ["cepFim"]);
    if (typeof first !== "string" || typeof last !== "string") {
      return [];
    }
    const group = JSON.stringify([
      valueAt(body, ["estado", "codigo"]),
      valueAt(body, ["dataInicio"]),
    ]);
    const limit = this.#ranges.overlappingLine(group, { first, last, line });
    return limit === undefined ? [] : [{ code: "overlappingRange", path: "", limit }];
  }

  #encoding({ cells, isOddlyEncoded }: ReadCsvRow): readonly Problem[] {
    return [
      ...(isOddlyEncoded ? [{ code: "mixedEncoding", path: "" } as const] : []),
      ...(cells.some((cell) => cell.includes("\uFFFD"))
        ? [{ code: "brokenCharacters", path: "" } as const]
        : []),
    ];
  }

  #located(problem: Problem): RowProblem {
    const column = this.#reading.columnOf(problem.path);
    return column === undefined ? problem : { ...problem, column };
  }
}

function sameRecord(
  other: ReturnType<FileSurvey["otherRow"]>,
  code: "contradiction" | "repeated",
): readonly Problem[] {
  return other?.isSame === (code === "repeated") ? [{ code, path: "", limit: other.line }] : [];
}
