import type { Problem } from "../../contract/problems.ts";
import type { ReadingOptions } from "../../contract/readings.ts";
import { setAt, valueAt } from "../../contract/schemaFields.ts";
import { toolInput } from "../../contract/toolSchemas.ts";
import type { RawInput } from "../../contract/validate.ts";
import { keyOfInput } from "../../write/currentRecords.ts";
import { isOtherUnit } from "../columns/columnDoubts.ts";
import {
  type CsvMapping,
  type ImportCallId,
  type ImportField,
  importFields,
  keyFields,
  onlyIndexOf,
  platformCodeField,
  skuFieldOf,
} from "../columns/importTarget.ts";
import { platformCodeOf, type PlatformCodes } from "../columns/platformCodes.ts";
import { type DecimalSign, readCell } from "../read/cellValue.ts";
import type { ReadCsvRow } from "../read/csvRows.ts";
import { beginsWithNumber } from "../read/headerRow.ts";
import { isJunk } from "../read/junk.ts";
import { readField } from "./fieldReading.ts";

/** How the rows of a file become the inputs of a call. */
export interface RowPlan extends ReadingOptions {
  readonly call: ImportCallId;
  readonly mapping: CsvMapping;
  readonly decimal: DecimalSign;
  readonly timeZone: string;
  readonly isMonthFirst?: boolean;
  readonly codigoSeller: number;
  readonly codigoUsuario?: number;
  /** How cells without data are read, by the field's name; where nobody said it, their rows are refused. */
  readonly junk?: Readonly<Record<string, "asIs" | "empty">> | undefined;
  /** Needed for a mapping with the seller's own codes instead of the platform's. */
  readonly platformCodes?: PlatformCodes | undefined;
}

/** A row's input before it is validated, and the cells that cannot be read. */
export interface RowInput {
  readonly raw: RawInput;
  readonly problems: readonly Problem[];
}

/** Texts for people; any other text is a code. */
const freeTexts: ReadonlySet<string> = new Set([
  "descricao",
  "nomeTransportadora",
  "urlRastreamento",
]);

const totalWords = /^(?:(?:sub)?total(?: geral)?|totais|grand total):?$/iu;

/** Reads the cells of a file's rows as the fields of a call. */
export class RowReading {
  readonly keyFields: readonly ImportField[];
  readonly #plan: RowPlan;
  /** What the environment knows of each row. */
  readonly #known: RawInput;
  readonly #columns: readonly { readonly field: ImportField; readonly column: number }[];
  readonly #titles: readonly string[];
  /** Below a line of other titles. */
  #isOtherTable = false;
  /** The platform's code, and the column of the seller's code from which it is found. */
  readonly #sku: { readonly target: ImportField; readonly column: number } | undefined;
  /** Of the cells that say which record a row is about. */
  readonly #keyColumns: readonly number[];

  constructor(plan: RowPlan, header: readonly string[]) {
    this.#plan = plan;
    this.#known = toolInput(plan.call, {}, plan);
    const titles = header.map((title) => title.trim());
    this.#titles = titles;
    this.#columns = importFields(plan.call)
      .map((field) => ({ field, column: onlyIndexOf(titles, plan.mapping[field.name]) }))
      .filter(({ column }) => column !== -1);
    const target = platformCodeField(plan.call);
    const column = onlyIndexOf(titles, plan.mapping[skuFieldOf(plan.call)?.name ?? ""]);
    this.#sku = target && column !== -1 ? { target, column } : undefined;
    this.keyFields = keyFields(plan.call);
    const keys = new Set(this.keyFields.map(({ name }) => name));
    this.#keyColumns = [
      ...this.#columns.filter(({ field }) => keys.has(field.name)).map((one) => one.column),
      ...(this.#sku ? [column] : []),
    ];
  }

  /** The problem of a row whose cells cannot be trusted. Rows are passed in the file's order. */
  structureOf({ cells, isBroken }: ReadCsvRow): Problem | undefined {
    if (isBroken) {
      return { code: "unclosedQuote", path: "" };
    }
    if (this.#keyColumns.some((column) => totalWords.test((cells[column] ?? "").trim()))) {
      return { code: "totalLine", path: "" };
    }
    if (this.#isTitles(cells) || this.#isOtherTable) {
      return { code: "titleLine", path: "" };
    }
    const width = this.#titles.length;
    const isWrong = cells.slice(width).some((cell) => cell.trim() !== "");
    return isWrong || cells.length < width
      ? { code: "cellCount", path: "", limit: width }
      : undefined;
  }

  /** Whether a row has the title of the key; another table begins there, if its columns are others. */
  #isTitles(cells: readonly string[]): boolean {
    const titles = cells.map((cell) => cell.trim());
    const isAgain =
      !titles.some(beginsWithNumber) &&
      this.#keyColumns.some((column) => titles.includes(this.#titles[column] ?? ""));
    if (isAgain) {
      const used = [...this.#columns.map(({ column }) => column), ...this.#keyColumns];
      this.#isOtherTable = used.some((column) => titles[column] !== this.#titles[column]);
    }
    return isAgain;
  }

  datesOf({ cells }: ReadCsvRow): readonly string[] {
    return this.#columns
      .filter(({ field }) => field.kind === "timestamp")
      .map(({ column }) => cells[column] ?? "");
  }

  read({ cells }: ReadCsvRow): RowInput {
    const problems: Problem[] = [];
    const raw: Record<string, unknown> = { ...this.#known };
    for (const { field, column } of this.#columns) {
      const cell = cells[column] ?? "";
      const junk = this.#junkIn(cell, field);
      if (junk === "empty" || cell.trim() === "") {
        continue;
      }
      if (junk) {
        problems.push({ code: junk, path: field.name });
      } else {
        const reading = readField(cell, field, this.#plan);
        if (reading.ok) {
          setAt(raw, field.path, reading.value);
        } else {
          problems.push({ code: reading.code, path: field.name });
        }
      }
    }
    return {
      raw,
      problems: [...problems, ...this.#otherUnit(cells), ...this.#joinSku(raw, cells)],
    };
  }

  /**
   * The key of the record that a row is about; undefined if a part is missing. Prices and terms of one record may follow
   * each other in time: the start belongs to their key.
   */
  keyOf(raw: RawInput): string | undefined {
    const key = keyOfInput(this.#plan.call, raw);
    return key === undefined ? undefined : key + String(valueAt(raw.body, ["dataInicio"]));
  }

  /** The column of a field; that of the seller's code for the platform's. */
  columnOf(path: string): number | undefined {
    const sku = this.#sku?.target.name === path ? this.#sku.column : undefined;
    return this.#columns.find(({ field }) => field.name === path)?.column ?? sku;
  }

  /** What is wrong with a cell that has no data; in a text, the person may have said how it is read. */
  #junkIn(cell: string, { name, kind }: ImportField): "junk" | "junkText" | "empty" | undefined {
    if ((kind !== "text" && kind !== "webAddress") || !isJunk(cell)) {
      return undefined;
    }
    const choice = this.#plan.junk?.[name] ?? "junkText";
    return freeTexts.has(name) ? (choice === "asIs" ? undefined : choice) : "junk";
  }

  #otherUnit(cells: readonly string[]): readonly Problem[] {
    const price = this.#columns.find(({ field }) => field.name === "valorPrecoBase");
    return price && this.#titles.some((title, column) => isOtherUnit(title, cells[column] ?? ""))
      ? [{ code: "otherUnit", path: price.field.name }]
      : [];
  }

  /** Sets the platform's code by the seller's, unless the row names it itself. */
  #joinSku(raw: Record<string, unknown>, cells: readonly string[]): readonly Problem[] {
    const { target, column } = this.#sku ?? {};
    const cell = column === undefined ? "" : (cells[column] ?? "");
    if (!target || cell.trim() === "" || valueAt(raw, target.path) !== undefined) {
      return [];
    }
    const reading = readCell(cell, "text", "unproven");
    const own = reading.ok ? String(reading.value).trim() : "";
    const code = platformCodeOf(this.#plan.platformCodes, own);
    if (code === undefined) {
      return [{ code: isJunk(cell) ? "junk" : "noPlatformCode", path: target.name }];
    }
    setAt(raw, target.path, code);
    return [];
  }
}
