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

export interface RowPlan extends ReadingOptions {
  readonly call: ImportCallId;
  readonly mapping: CsvMapping;
  readonly decimal: DecimalSign;
  readonly timeZone: string;
  readonly isMonthFirst?: boolean;
  readonly codigoSeller: number;
  readonly codigoUsuario?: number;
  /** How to read cells without data, by field name. Rows without a choice are refused. */
  readonly junk?: Readonly<Record<string, "asIs" | "empty">> | undefined;
  readonly platformCodes?: PlatformCodes | undefined;
}

export interface RowInput {
  readonly raw: RawInput;
  readonly problems: readonly Problem[];
}

/** These fields are texts for people; the other texts are codes. */
const freeTexts: ReadonlySet<string> = new Set([
  "descricao",
  "nomeTransportadora",
  "urlRastreamento",
]);

const totalWords = /^(?:(?:sub)?total(?: geral)?|totais|grand total):?$/iu;

export class RowReading {
  readonly keyFields: readonly ImportField[];
  readonly #plan: RowPlan;
  readonly #known: RawInput;
  readonly #columns: readonly { readonly field: ImportField; readonly column: number }[];
  readonly #titles: readonly string[];
  #isOtherTable = false;
  readonly #sku: { readonly target: ImportField; readonly column: number } | undefined;
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

  /** Finds why a row cannot be trusted. Call it in the file's order. */
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

  /** True for titles within the file: a repeated title of the key with other columns begins another table. */
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
   * Prices and terms of one record may follow each other, so their start is part of the key. Undefined if a part is
   * missing.
   */
  keyOf(raw: RawInput): string | undefined {
    const key = keyOfInput(this.#plan.call, raw);
    return key === undefined ? undefined : key + String(valueAt(raw.body, ["dataInicio"]));
  }

  columnOf(path: string): number | undefined {
    const sku = this.#sku?.target.name === path ? this.#sku.column : undefined;
    return this.#columns.find(({ field }) => field.name === path)?.column ?? sku;
  }

  /** The junk in a cell. For a text cell, the person may have chosen how to read it. */
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
