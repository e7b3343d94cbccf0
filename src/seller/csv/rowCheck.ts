import type { CallInput } from "../contract/calls.ts";
import type { Problem } from "../contract/problems.ts";
import type { ReadingOptions } from "../contract/readings.ts";
import { setAt, valueAt } from "../contract/schemaFields.ts";
import { toolInput } from "../contract/toolSchemas.ts";
import { type RawInput, validateCall } from "../contract/validate.ts";
import { keyOfInput } from "../write/currentRecords.ts";
import { readCell } from "./cellValue.ts";
import type { ReadCsvRow } from "./csvRows.ts";
import { readField } from "./fieldReading.ts";
import {
  type CsvMapping,
  type ImportCallId,
  type ImportField,
  importFields,
  keyFields,
  onlyIndexOf,
  platformCodeField,
  skuFieldOf,
} from "./importTarget.ts";
import { LineIndex } from "./lineIndex.ts";
import type { PlatformCodes } from "./platformCodes.ts";
import { RangeIndex } from "./rangeIndex.ts";

export interface ImportPlan extends ReadingOptions {
  readonly call: ImportCallId;
  readonly mapping: CsvMapping;
  readonly decimal: "," | ".";
  readonly codigoSeller: number;
  readonly codigoUsuario?: number;
  /** Needed for a mapping with the seller's own codes instead of the platform's. */
  readonly platformCodes?: PlatformCodes | undefined;
}

/** The result of checking one row. Only a row with an input may be written. */
export interface CheckedRow {
  readonly row: ReadCsvRow;
  readonly errors: readonly RowProblem[];
  readonly warnings: readonly RowProblem[];
  readonly input?: CallInput<ImportCallId>;
}

/** A row that may be written. */
export type ValidRow = CheckedRow & Required<Pick<CheckedRow, "input">>;

export interface RowProblem extends Problem {
  /** The cell's index in its row; undefined if the problem is not about one cell. */
  readonly column?: number;
}

const totalWords = /^(?:(?:sub)?total(?: geral)?|totais|grand total):?$/iu;

/**
 * Checks a file's rows in order, the header first. Use a new instance for each pass over a file.
 */
export class RowChecker {
  readonly #plan: ImportPlan;
  readonly #lines = new LineIndex();
  readonly #ranges = new RangeIndex();
  readonly #columns: readonly { readonly field: ImportField; readonly column: number }[];
  readonly #width: number;
  /** The platform's code, and the column of the seller's code from which it is found. */
  readonly #sku: { readonly target: ImportField; readonly column: number } | undefined;
  readonly #keyFields: readonly ImportField[];
  /** Of the cells that say which record a row is about. */
  readonly #keyColumns: readonly number[];

  constructor(plan: ImportPlan, header: readonly string[]) {
    this.#plan = plan;
    this.#width = header.length;
    const titles = header.map((title) => title.trim());
    this.#columns = importFields(plan.call)
      .map((field) => ({ field, column: onlyIndexOf(titles, plan.mapping[field.name]) }))
      .filter(({ column }) => column !== -1);
    const target = platformCodeField(plan.call);
    const column = onlyIndexOf(titles, plan.mapping[skuFieldOf(plan.call)?.name ?? ""]);
    this.#sku = target && column !== -1 ? { target, column } : undefined;
    this.#keyFields = keyFields(plan.call);
    const keys = new Set(this.#keyFields.map(({ name }) => name));
    this.#keyColumns = [
      ...this.#columns.filter(({ field }) => keys.has(field.name)).map((one) => one.column),
      ...(this.#sku ? [column] : []),
    ];
  }

  check(row: ReadCsvRow): CheckedRow {
    const structure = this.#structureOf(row);
    if (structure) {
      return { row, errors: [structure], warnings: [] };
    }
    const { raw, problems } = this.#read(row);
    const { call } = this.#plan;
    const validated = validateCall(call, raw, this.#plan);
    const unreadable = new Set(problems.map(({ path }) => path));
    const errors = [
      ...problems,
      ...validated.errors.filter(({ path }) => !unreadable.has(path)),
      ...this.#missingKeys(raw).filter(
        ({ path }) => !unreadable.has(path) && !validated.errors.some((one) => one.path === path),
      ),
      ...this.#duplicate(row, raw),
    ].map((problem) => this.#located(problem));
    const warnings = [
      ...validated.warnings.filter(({ path }) => !unreadable.has(path)),
      ...this.#overlap(row, raw),
      ...this.#encoding(row),
    ].map((problem) => this.#located(problem));
    return errors.length > 0 || !validated.input
      ? { row, errors, warnings }
      : { row, errors, warnings, input: validated.input };
  }

  #structureOf({ cells, isBroken }: ReadCsvRow): RowProblem | undefined {
    if (isBroken) {
      return { code: "unclosedQuote", path: "" };
    }
    if (this.#keyColumns.some((column) => totalWords.test((cells[column] ?? "").trim()))) {
      return { code: "totalLine", path: "" };
    }
    const isWrong = cells.slice(this.#width).some((cell) => cell.trim() !== "");
    return isWrong || cells.length < this.#width
      ? { code: "cellCount", path: "", limit: this.#width }
      : undefined;
  }

  #read({ cells }: ReadCsvRow): { readonly raw: RawInput; readonly problems: readonly Problem[] } {
    const problems: Problem[] = [];
    const known = toolInput(this.#plan.call, {}, this.#plan);
    const raw: Record<string, unknown> = { ...known };
    for (const { field, column } of this.#columns) {
      const cell = cells[column] ?? "";
      if (cell.trim() !== "") {
        const reading = readField(cell, field, this.#plan.decimal);
        if (reading.ok) {
          setAt(raw, field.path, reading.value);
        } else {
          problems.push({ code: reading.code, path: field.name });
        }
      }
    }
    return { raw, problems: [...problems, ...this.#joinSku(raw, cells)] };
  }

  /** Sets the platform's code by the seller's, unless the row names it itself. */
  #joinSku(raw: Record<string, unknown>, cells: readonly string[]): readonly Problem[] {
    const { target, column } = this.#sku ?? {};
    const cell = column === undefined ? "" : (cells[column] ?? "");
    if (!target || cell.trim() === "" || valueAt(raw, target.path) !== undefined) {
      return [];
    }
    const reading = readCell(cell, "text", this.#plan.decimal);
    const own = reading.ok ? String(reading.value).trim() : "";
    const { platformCodes } = this.#plan;
    // An ERP may put an apostrophe before a code, so that a spreadsheet keeps it as it is.
    const code = platformCodes?.get(own) ?? platformCodes?.get(own.replace(/^'/u, ""));
    if (code === undefined) {
      return [{ code: "noPlatformCode", path: target.name }];
    }
    setAt(raw, target.path, code);
    return [];
  }

  /** A row without its key must not be sent: the portal might create a new record from it. */
  #missingKeys(raw: RawInput): readonly Problem[] {
    return this.#keyFields
      .filter(({ path }) => valueAt(raw, path) === undefined)
      .map(({ name }) => ({ code: "missingKey", path: name }));
  }

  /** Two rows for the same record contradict each other, so the later row is refused. */
  #duplicate({ line }: ReadCsvRow, raw: RawInput): readonly Problem[] {
    const key = keyOfInput(this.#plan.call, raw);
    const first = key === undefined ? undefined : this.#lines.firstLine(key + startOf(raw), line);
    return first === undefined ? [] : [{ code: "duplicate", path: "", limit: first }];
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
    const { path } = problem;
    const skuColumn = this.#sku?.target.name === path ? this.#sku.column : undefined;
    const column = this.#columns.find(({ field }) => field.name === path)?.column ?? skuColumn;
    return column === undefined ? problem : { ...problem, column };
  }
}

/**
 * Prices and terms of one record may follow each other in time: only rows with the same start are
 * duplicates.
 */
function startOf({ body }: RawInput): string {
  return String(valueAt(body, ["dataInicio"]));
}
