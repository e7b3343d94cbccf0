import type { ListCallId } from "../../seller/client/sellerClient.ts";
import type { PortalList } from "../../seller/client/wholeList.ts";
import { productSchema } from "../../seller/contract/bodies.ts";
import { sellerCall } from "../../seller/contract/calls.ts";
import type { Bilingual } from "../../seller/contract/fields.ts";
import { type BodyField, fieldsOf } from "../../seller/contract/schemaFields.ts";
import { ibgeStates } from "../../seller/contract/states.ts";
import { recordValue } from "../../seller/write/currentRecords.ts";
import type { KnownProduct } from "../../seller/write/productNames.ts";
import type { Fields } from "../../shared/base/json.ts";
import type { Cell, ColumnView, FormId, ListQuery } from "../../shared/sellerPage/sellerState.ts";
import { foldText } from "../../shared/text/foldText.ts";

export const formOfList: Readonly<Record<ListCallId, FormId>> = {
  listProducts: "saveProduct",
  listStock: "updateStock",
  listPrices: "savePrice",
  listDeliveryTerms: "saveDeliveryTerm",
  listMinimumOrders: "saveMinimumOrder",
};

interface Column extends ColumnView {
  readonly path: readonly string[];
  /** Computes a value that the portal's record lacks. */
  readonly derive?: (record: Fields) => unknown;
}

export interface ListTableOptions {
  readonly readAt: number;
  readonly language: keyof Bilingual;
  readonly product?: (record: Fields) => KnownProduct | undefined;
}

const maxCell = 500;
const maxColumns = 40;
/** Only these entries are searched for fields outside the contract. */
const sampled = 50;

const otherLabels: ReadonlyMap<string, Bilingual> = new Map([
  ...[...sellerCall("updateStock").parameters, ...fieldsOf(productSchema)].map(
    ({ name, label }) => [name, label] as const,
  ),
  ["dataCadastro", { en: "Created", ptBr: "Data de cadastro" }],
  ["dataAtualizacao", { en: "Last changed", ptBr: "Última atualização" }],
]);

export class ListTable {
  readonly columns: readonly ColumnView[];
  readonly readAt: number;
  readonly records: readonly Fields[];
  /** Set if the portal may have more entries; `of` is their total. */
  readonly missing: { readonly of?: number } | undefined;
  readonly #columns: readonly Column[];
  #texts: (string | undefined)[] = [];
  #order: { readonly key: string; readonly rows: readonly number[] } | undefined;

  constructor(
    list: ListCallId,
    { entries: records, isComplete, total }: PortalList,
    { readAt, language, product }: ListTableOptions,
  ) {
    this.records = records;
    this.missing = isComplete ? undefined : { ...(total !== undefined && { of: total }) };
    this.readAt = readAt;
    const columns = columnsOf(list, records, language);
    this.#columns =
      product && list !== "listProducts" ? withProducts(columns, product, language) : columns;
    this.columns = this.#columns.map(({ name, label, kind }) => ({ name, label, kind }));
  }

  /** Call after product names changed, so that rows are searched and sorted again. */
  forgetTexts(): void {
    this.#texts = [];
    this.#order = undefined;
  }

  rows(
    query: ListQuery,
    { offset, count }: { readonly offset: number; readonly count: number },
  ): { readonly matching: number; readonly rows: readonly (readonly Cell[])[] } {
    const order = this.#rowsOf(query);
    const rows = order.slice(offset, offset + count).map((row) => this.#cellsOf(row));
    return { matching: order.length, rows };
  }

  record(query: ListQuery, index: number): Fields | undefined {
    const row = this.#rowsOf(query)[index];
    return row === undefined ? undefined : this.records[row];
  }

  /** The rows as text; several rows get a line of titles. */
  asText(query: ListQuery, index: number | undefined): { readonly text: string; count: number } {
    const order = this.#rowsOf(query);
    const rows = index === undefined ? order : order.slice(index, index + 1);
    const lines = rows.map((row) => this.#cellsOf(row).map(plainCell).join("\t"));
    const titles = this.columns.map(({ label }) => label).join("\t");
    return {
      text: (index === undefined ? [titles, ...lines] : lines).join("\n"),
      count: rows.length,
    };
  }

  cellsOf(record: Fields): readonly Cell[] {
    return this.#columns.map((column) => columnCell(column, valueOf(record, column)));
  }

  #cellsOf(row: number): readonly Cell[] {
    return this.cellsOf(this.records[row] ?? {});
  }

  #rowsOf({ search, sortBy, isDescending }: ListQuery): readonly number[] {
    const key = JSON.stringify([search, sortBy, isDescending]);
    if (this.#order?.key !== key) {
      const rows = this.#sorted(this.#found(search), sortBy, isDescending);
      this.#order = { key, rows };
    }
    return this.#order.rows;
  }

  #found(search: string): readonly number[] {
    const words = foldText(search)
      .split(/\s+/u)
      .filter((word) => word !== "");
    const all = this.records.map((_, row) => row);
    return words.length === 0
      ? all
      : all.filter((row) => words.every((word) => this.#textOf(row).includes(word)));
  }

  #textOf(row: number): string {
    return (this.#texts[row] ??= foldText(this.#cellsOf(row).map(plainCell).join("\t")));
  }

  #sorted(
    rows: readonly number[],
    sortBy: string | undefined,
    isDescending: boolean,
  ): readonly number[] {
    const column = this.#columns.find(({ name }) => name === sortBy);
    if (!column) {
      return rows;
    }
    const keyed = rows.map((row) => ({
      row,
      key: cellOf(valueOf(this.records[row] ?? {}, column)),
    }));
    const sign = isDescending ? -1 : 1;
    return keyed.toSorted((one, other) => sign * compare(one.key, other.key)).map(({ row }) => row);
  }
}

const collator = new Intl.Collator("pt-BR", { sensitivity: "base", numeric: true });

function compare(one: Cell, other: Cell): number {
  if (typeof one === "number" && typeof other === "number") {
    return one - other;
  }
  if (one === null || other === null) {
    return one === other ? 0 : one === null ? 1 : -1;
  }
  return collator.compare(String(one), String(other));
}

function columnsOf(
  list: ListCallId,
  records: readonly Fields[],
  language: keyof Bilingual,
): readonly Column[] {
  const sample = records.slice(0, sampled);
  const occurs = (path: readonly string[]): boolean =>
    sample.some((record) => recordValue(record, path) !== undefined);
  const { body } = sellerCall(formOfList[list]);
  const fields = body ? fieldsOf(body.schema) : [];
  const known = fields
    .filter(({ path }) => records.length === 0 || occurs(path))
    .map(({ name, label, kind, path }) => ({ name, label: label[language], kind, path }));
  const covered = new Set(known.map(({ path }) => path[0]));
  const others = [...new Set(sample.flatMap((record) => Object.keys(record)))]
    .filter((name) => !covered.has(name) && name.length <= 200 && occurs([name]))
    .map((name) => otherColumn(name, sample, language));
  const isFirst = ({ name }: Column): boolean => name === "codigoProdutoMarketplace";
  const first = others.filter(isFirst);
  return [...first, ...known, ...others.filter((column) => !isFirst(column))].slice(0, maxColumns);
}

/** Adds own code and product name after the platform's code, unless the portal has them. */
function withProducts(
  columns: readonly Column[],
  product: (record: Fields) => KnownProduct | undefined,
  language: keyof Bilingual,
): readonly Column[] {
  const added = (["codigoProdutoSeller", "descricao"] as const)
    .filter((name) => !columns.some((column) => column.name === name))
    .map((name): Column => {
      const path = ["produto", name];
      const derive = (record: Fields): unknown =>
        recordValue(record, path) ?? product(record)?.[name === "descricao" ? "name" : "sku"];
      return { name, label: otherLabels.get(name)?.[language] ?? name, kind: "text", path, derive };
    });
  return columns.flatMap((column) =>
    column.name === "produto.codigo" || column.name === "codigoProdutoMarketplace"
      ? [column, ...added]
      : [column],
  );
}

function otherColumn(name: string, sample: readonly Fields[], language: keyof Bilingual): Column {
  const value = sample.map((record) => record[name]).find((cell) => cell !== undefined);
  const isMoment = typeof value === "string" && /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/u.test(value);
  const kind = isMoment ? "timestamp" : typeof value === "number" ? "integer" : "text";
  return { name, label: otherLabels.get(name)?.[language] ?? name, kind, path: [name] };
}

/** The column's value. It looks at the expected place first, which makes a search of 50,000 entries fast. */
function valueOf(record: Fields, column: Column): unknown {
  if (column.derive) {
    return column.derive(record);
  }
  const { name, path } = column;
  const value = record[name];
  return path.length === 1 && value !== undefined && typeof value !== "object"
    ? value
    : recordValue(record, path);
}

/** Contains code and name, so that a search finds both. */
function columnCell(column: Column, value: unknown): Cell {
  const uf = isStateField(column) && typeof value === "number" ? ibgeStates.get(value) : undefined;
  return uf === undefined ? cellOf(value) : `${String(value)} ${uf}`;
}

function cellOf(value: unknown): Cell {
  if (typeof value === "string") {
    return value.slice(0, maxCell);
  }
  if (typeof value === "number" || typeof value === "boolean") {
    return value;
  }
  return value === undefined || value === null ? null : JSON.stringify(value).slice(0, maxCell);
}

/** The cell without tabs and line breaks, which would break a table of text. */
function plainCell(cell: Cell): string {
  return cell === null ? "" : String(cell).replaceAll(/[\t\r\n]+/gu, " ");
}

export function stateOptions(): readonly { readonly value: string; readonly label: string }[] {
  return [...ibgeStates]
    .toSorted(([, one], [, other]) => one.localeCompare(other))
    .map(([code, uf]) => ({ value: String(code), label: `${uf} (${code})` }));
}

export function isStateField({ name }: Pick<BodyField, "name">): boolean {
  return name.endsWith("estado.codigo");
}
