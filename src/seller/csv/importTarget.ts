import { sellerCall } from "../contract/calls.ts";
import type { Bilingual, FieldKind } from "../contract/fields.ts";
import { fieldsOf } from "../contract/schemaFields.ts";
import { keyPaths } from "../write/currentRecords.ts";

/** The writes that can be made row by row. Cancelling orders by file is left out on purpose. */
export type ImportCallId =
  | "saveProduct"
  | "updateStock"
  | "savePrice"
  | "saveDeliveryTerm"
  | "saveMinimumOrder"
  | "registerTracking";

export interface ImportField {
  /** As problems name it: a parameter or a dotted field. */
  readonly name: string;
  readonly label: Bilingual;
  readonly kind: FieldKind;
  /** Where it goes in a call's input. */
  readonly path: readonly string[];
}

/** A column's header for each field that is imported, by the field's name. */
export type CsvMapping = Readonly<Record<string, string>>;

/** What a row can say: parameters that the environment does not know, and the body. */
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

/** The fields that say what a row is about: a file without a column for each of them is not understood. */
export function keyFields(id: ImportCallId): readonly ImportField[] {
  const paths = new Set(keyPaths(id).map((path) => path.join(".")));
  return importFields(id).filter(({ path }) => paths.has(path.join(".")));
}

/** The key fields for which no column of the file is chosen, or one whose title is not its only one. */
export function missingKeys(
  id: ImportCallId,
  mapping: CsvMapping,
  header: readonly string[],
): readonly ImportField[] {
  const titles = header.map((title) => title.trim());
  return keyFields(id).filter(({ name }) => onlyIndexOf(titles, mapping[name]) === -1);
}

/** -1 also for a title of two columns: nobody knows which is meant. */
export function onlyIndexOf(titles: readonly string[], title: string | undefined): number {
  const index = title === undefined ? -1 : titles.indexOf(title);
  return title !== undefined && titles.lastIndexOf(title) === index ? index : -1;
}

/** Columns whose header is the field's name, its dotted end, or its label in either language, and only theirs. */
export function suggestMapping(id: ImportCallId, header: readonly string[]): CsvMapping {
  const fields = importFields(id);
  const names = fields.map((field) => new Set(namesOf(field, fields)));
  const titles = header.map(plain);
  const columns = new Map(
    header
      .filter((title) => titles.filter((other) => other === plain(title)).length === 1)
      .map((title) => [plain(title), title.trim()]),
  );
  return Object.fromEntries(
    fields.flatMap((field, index) => {
      const name = [...(names[index] ?? [])].find((candidate) => columns.has(candidate));
      const column = name === undefined ? undefined : columns.get(name);
      return column === undefined ? [] : [[field.name, column]];
    }),
  );
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

/** Without accents, case and punctuation. */
function plain(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/gu, "");
}
