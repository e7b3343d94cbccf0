import { sellerCall } from "../../contract/calls.ts";
import type { Bilingual, FieldKind } from "../../contract/fields.ts";
import { fieldsOf } from "../../contract/schemaFields.ts";
import { keyPaths } from "../../write/currentRecords.ts";
import { columnAliases } from "./columnAliases.ts";
import { isBareCode, plain, plainTitle, rivalTitles } from "./columnDoubts.ts";

/** Orders are not cancelled by file, on purpose. */
export type ImportCallId =
  | "saveProduct"
  | "updateStock"
  | "savePrice"
  | "saveDeliveryTerm"
  | "saveMinimumOrder"
  | "registerTracking";

export interface ImportField {
  readonly name: string;
  readonly label: Bilingual;
  readonly kind: FieldKind;
  readonly path: readonly string[];
}

export type CsvMapping = Readonly<Record<string, string>>;

/** Omits parameters that the environment provides. */
export function importFields(id: ImportCallId): readonly ImportField[] {
  const { parameters, body } = sellerCall(id);
  return [
    ...parameters
      .filter(({ known }) => known === undefined)
      .map(({ name, label }) => ({
        name,
        label,
        kind: "integer" as const,
        path: ["parameters", name],
      })),
    ...(body
      ? fieldsOf(body.schema).map(({ name, label, kind, path }) => ({
          name,
          label,
          kind,
          path: ["body", ...path],
        }))
      : []),
  ];
}

/** The seller's own code, from which an import finds the platform's code. */
const skuField: ImportField = {
  name: "codigoProdutoSeller",
  label: { en: "or your code (SKU)", ptBr: "ou seu código (SKU)" },
  kind: "text",
  path: [],
};

export function platformCodeField(id: ImportCallId): ImportField | undefined {
  return keyFields(id).find(
    ({ name }) => name === "codigoProdutoMarketplace" || name === "produto.codigo",
  );
}

/** Undefined if the import needs no platform code. */
export function skuFieldOf(id: ImportCallId): ImportField | undefined {
  return platformCodeField(id) && skuField;
}

export function columnFields(id: ImportCallId): readonly ImportField[] {
  const sku = skuFieldOf(id);
  return sku ? [...importFields(id), sku] : importFields(id);
}

export interface ImportedColumn {
  /** For a SKU's column, the field that receives the platform's code. */
  readonly name: string;
  readonly title: string;
  readonly index: number;
}

export function importedColumns(
  id: ImportCallId,
  mapping: CsvMapping,
  header: readonly string[],
): readonly ImportedColumn[] {
  const titles = header.map((title) => title.trim());
  const sku = skuFieldOf(id)?.name;
  return columnFields(id)
    .map(({ name }) => ({
      name: name === sku ? (platformCodeField(id)?.name ?? name) : name,
      title: mapping[name] ?? "",
      index: onlyIndexOf(titles, mapping[name]),
    }))
    .filter(({ index }) => index !== -1);
}

export function keyFields(id: ImportCallId): readonly ImportField[] {
  const paths = new Set(keyPaths(id).map((path) => path.join(".")));
  return importFields(id).filter(({ path }) => paths.has(path.join(".")));
}

/** The key and the value that the import sets: our choice, as the specification requires nothing. */
export function requiredFields(id: ImportCallId): readonly ImportField[] {
  const keys = new Set(keyFields(id).map(({ name }) => name));
  return importFields(id).filter(({ name }) => keys.has(name) || valueFields[id].includes(name));
}

const valueFields: Readonly<Record<ImportCallId, readonly string[]>> = {
  saveProduct: [],
  updateStock: ["quantidadeEstoque"],
  savePrice: ["valorPrecoBase"],
  saveDeliveryTerm: ["quantidadeDiasEntrega"],
  saveMinimumOrder: ["valor"],
  registerTracking: [],
};

/** If a call has no required value, the file needs at least this field beside its key. */
const usualFields: Partial<Readonly<Record<ImportCallId, string>>> = {
  saveProduct: "descricao",
  registerTracking: "codigoRastreamento",
};

/** A field whose title occurs twice counts as missing. */
export function missingColumns(
  id: ImportCallId,
  mapping: CsvMapping,
  header: readonly string[],
): readonly ImportField[] {
  const titles = header.map((title) => title.trim());
  const isThere = ({ name }: ImportField): boolean => onlyIndexOf(titles, mapping[name]) !== -1;
  const sku = skuFieldOf(id);
  const byOwnCode = sku && isThere(sku) ? platformCodeField(id)?.name : undefined;
  const missing = requiredFields(id).filter((field) => field.name !== byOwnCode && !isThere(field));
  const keys = new Set(keyFields(id).map(({ name }) => name));
  const hasValue = importFields(id).some((field) => !keys.has(field.name) && isThere(field));
  return missing.length > 0 || hasValue
    ? missing
    : importFields(id).filter(({ name }) => name === usualFields[id]);
}

/** The column's index; -1 also if two columns have the title, because the choice would be a guess. */
export function onlyIndexOf(titles: readonly string[], title: string | undefined): number {
  const index = title === undefined ? -1 : titles.indexOf(title);
  return title !== undefined && titles.lastIndexOf(title) === index ? index : -1;
}

/** Finds titles such as `Estoque` and `ESTOQUE`, between which a person must choose. */
export function doubledTitles(
  id: ImportCallId,
  mapping: CsvMapping,
  header: readonly string[],
): readonly string[] {
  const fields = columnFields(id);
  const titles = header.map((title) => title.trim());
  const open = fields.filter(({ name }) => onlyIndexOf(titles, mapping[name]) === -1);
  const names = new Set(
    open.flatMap((field) => [
      ...namesOf(field, fields),
      ...aliasesOf(field),
      plainTitle(mapping[field.name] ?? ""),
    ]),
  );
  const plainTitles = titles.map(plainTitle);
  return titles.filter((_, column) => {
    const own = plainTitles[column] ?? "";
    return own !== "" && names.has(own) && plainTitles.filter((one) => one === own).length > 1;
  });
}

/**
 * Compares titles with the field's name, the end of its dotted name, its label, or an ERP's usual title. Omits
 * ambiguous matches, titles such as `Produto` for a code and, in a file of orders, all but the key: a quantity there is
 * not stock.
 */
export function suggestMapping(id: ImportCallId, header: readonly string[]): CsvMapping {
  const fields = columnFields(id);
  const titles = header.map(plainTitle);
  const hasTwoCodes = platformCodeField(id) !== undefined;
  const columns = new Map(
    header
      .map((title, index) => [titles[index] ?? "", title.trim()] as const)
      .filter(([plainOne]) => titles.filter((other) => other === plainOne).length === 1)
      .filter(([, title]) => !(hasTwoCodes && isBareCode(title))),
  );
  const taken = new Set<string>();
  const mapping: Record<string, string> = {};
  const keys = new Set([...keyFields(id).map(({ name }) => name), skuField.name]);
  const isOfOrders =
    !keys.has("numeroPedido") && orderTitles.some((title) => titles.includes(title));
  const sure = fields.filter(({ name }) =>
    isOfOrders ? keys.has(name) : rivalTitles(name, header).length === 0,
  );
  // Compare own names first: an alias must not take the column of another field's own name.
  for (const namesOfField of [namesOf, aliasesOf]) {
    for (const field of sure) {
      const column = namesOfField(field, fields)
        .map((name) => columns.get(name))
        .find((title) => title !== undefined && !taken.has(title));
      if (column !== undefined && mapping[field.name] === undefined) {
        mapping[field.name] = column;
        taken.add(column);
      }
    }
  }
  return Object.fromEntries(
    fields.flatMap(({ name }) => (mapping[name] === undefined ? [] : [[name, mapping[name]]])),
  );
}

const orderTitles = ["numeroPedido", ...(columnAliases["numeroPedido"] ?? [])].map(plain);

export function rivalColumns(
  id: ImportCallId,
  mapping: CsvMapping,
  header: readonly string[],
): readonly { readonly field: ImportField; readonly titles: readonly string[] }[] {
  return importFields(id)
    .filter(({ name }) => mapping[name] === undefined)
    .map((field) => ({ field, titles: rivalTitles(field.name, header) }))
    .filter(({ titles }) => titles.length > 0);
}

/** Possible key columns, such as `Produto`: only the catalogue shows whose codes they contain. */
export function bareCodes(
  id: ImportCallId,
  mapping: CsvMapping,
  header: readonly string[],
): readonly string[] {
  const target = platformCodeField(id);
  const isOpen =
    target && mapping[target.name] === undefined && mapping[skuField.name] === undefined;
  return isOpen === true ? header.map((title) => title.trim()).filter(isBareCode) : [];
}

function aliasesOf({ name }: ImportField): readonly string[] {
  return (columnAliases[name] ?? []).map(plain);
}

function namesOf({ name, label }: ImportField, fields: readonly ImportField[]): readonly string[] {
  const end = name.split(".").slice(-2).join(".");
  const last = name.split(".").at(-1) ?? name;
  const isUnique = fields.filter((other) => other.name.split(".").at(-1) === last).length === 1;
  const owner = name.split(".").at(-2);
  return [
    name,
    end,
    ...(isUnique ? [last] : []),
    ...(owner === undefined ? [] : [owner]),
    label.ptBr,
    label.en,
  ].map(plain);
}
