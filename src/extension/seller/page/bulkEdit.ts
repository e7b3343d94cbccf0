import { readDecimal } from "../../../seller/contract/decimal.ts";
import { valueAt } from "../../../seller/contract/schemaFields.ts";
import { exportRows } from "../../../seller/csv/exportRows.ts";
import { recordValue } from "../../../seller/write/currentRecords.ts";
import type { Fields } from "../../../shared/json.ts";
import { type BulkChange, type BulkList, editableColumn } from "../../../shared/sellerPage/bulk.ts";
import type { CsvInput } from "../import/csvInput.ts";

const forms = { listStock: "updateStock", listPrices: "savePrice" } as const;

export interface BulkEdit {
  readonly list: BulkList;
  readonly records: readonly Fields[];
  readonly change: BulkChange;
  /** Names the file in the journal. */
  readonly name: string;
}

/**
 * The changed entries as a file in memory, for the import: there every row is compared with the
 * portal, confirmed as a whole, written one by one and noted, and an interruption is taken up
 * again. Undefined for a value that cannot be read, or if an entry has no number to change.
 */
export function bulkFile({ list, records, change, name }: BulkEdit): CsvInput | undefined {
  const by = readDecimal(change.value.trim().replace(",", "."));
  if (!by.ok || records.length === 0) {
    return undefined;
  }
  const changed = records.map((record) => changedRecord(record, list, change.kind, by.value));
  if (changed.some((record) => record === undefined)) {
    return undefined;
  }
  const text = [
    ...exportRows(
      forms[list],
      changed.filter((record) => record !== undefined),
      { delimiter: ";", decimal: "." },
    ),
  ].join("");
  return memoryFile(name, text);
}

function changedRecord(
  record: Fields,
  list: BulkList,
  kind: BulkChange["kind"],
  by: number,
): Fields | undefined {
  const field = editableColumn[list];
  const present = Number(recordValue(record, [field]) ?? Number.NaN);
  const next = kind === "set" ? by : kind === "add" ? present + by : present * (1 + by / 100);
  if (!Number.isFinite(next)) {
    return undefined;
  }
  const places = list === "listStock" ? 0 : 2;
  const rounded = kind === "set" ? next : Number(next.toFixed(places));
  const { [field]: _, ...others } = withoutNested(record, field);
  return { ...others, [field]: list === "listStock" ? Math.max(0, rounded) : rounded };
}

/** A portal may have the value in an inner object; the new one must not stand beside the old. */
function withoutNested(record: Fields, field: string): Fields {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => {
      const inner = valueAt(value, [field]);
      return inner === undefined || typeof value !== "object"
        ? [key, value]
        : [key, { ...value, [field]: undefined }];
    }),
  );
}

function memoryFile(name: string, text: string): CsvInput {
  const bytes = new TextEncoder().encode(text);
  return {
    name,
    uri: `untitled:${name}`,
    size: bytes.length,
    stamp: () => Promise.resolve(text),
    // oxlint-disable-next-line typescript/require-await -- it is in memory; a file is not
    read: async function* read() {
      yield bytes;
    },
  };
}
