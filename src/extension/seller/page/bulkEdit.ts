import { valueAt } from "../../../seller/contract/schemaFields.ts";
import { decimalPlaces, readWrittenNumber } from "../../../seller/contract/values/decimal.ts";
import { exportRows } from "../../../seller/csv/columns/exportRows.ts";
import { readCell } from "../../../seller/csv/read/cellValue.ts";
import { recordValue } from "../../../seller/write/currentRecords.ts";
import type { Fields } from "../../../shared/base/json.ts";
import { type BulkChange, type BulkList, editableColumn } from "../../../shared/sellerPage/bulk.ts";
import { type CsvInput, madeFile } from "../import/csvInput.ts";

export const bulkForms = { listStock: "updateStock", listPrices: "savePrice" } as const;

export interface BulkEdit {
  readonly list: BulkList;
  readonly records: readonly Fields[];
  readonly change: BulkChange;
  readonly name: string;
  readonly subjectOf: NonNullable<CsvInput["subjectOf"]>;
}

/**
 * Makes an import file in memory, so that the change is compared, confirmed and resumable like any import. Undefined
 * for an ambiguous value (`1.234`), an entry without a number, or a price below zero.
 */
export function bulkFile({
  list,
  records,
  change,
  name,
  subjectOf,
}: BulkEdit): CsvInput | undefined {
  const reading = readCell(change.value, "decimal", "unproven");
  const by = reading.ok ? reading.value : undefined;
  if (typeof by !== "number" || records.length === 0) {
    return undefined;
  }
  const changed = records.map((record) => changedRecord(record, list, change.kind, by));
  if (changed.some((record) => record === undefined)) {
    return undefined;
  }
  const text = [
    ...exportRows(
      bulkForms[list],
      changed.filter((record) => record !== undefined),
      { delimiter: ";", decimal: "." },
    ),
  ].join("");
  return madeFile(name, text, subjectOf);
}

function changedRecord(
  record: Fields,
  list: BulkList,
  kind: BulkChange["kind"],
  by: number,
): Fields | undefined {
  const field = editableColumn[list];
  const places = list === "listStock" ? 0 : 2;
  const next = kind === "set" ? by : changedNumber(presentOf(record, field), kind, { by, places });
  if (next === undefined || (next < 0 && list === "listPrices")) {
    return undefined;
  }
  const { [field]: _, ...others } = withoutNested(record, field);
  return { ...others, [field]: list === "listStock" ? Math.max(0, next) : next };
}

function presentOf(record: Fields, field: string): number | undefined {
  const value = recordValue(record, [field]);
  const number = typeof value === "string" ? readWrittenNumber(value) : value;
  return typeof number === "number" ? number : undefined;
}

/** Exact arithmetic: half a cent is rounded up, which doubles miss for 1.15 + 10 %. */
function changedNumber(
  present: number | undefined,
  kind: "add" | "percent",
  { by, places }: { readonly by: number; readonly places: number },
): number | undefined {
  const one = present === undefined ? undefined : digitsOf(present);
  const other = digitsOf(by);
  if (!one || !other) {
    return undefined;
  }
  const hundred = 100n * power(other.places);
  const [digits, scale] =
    kind === "percent"
      ? [one.digits * (hundred + other.digits), one.places + other.places + 2]
      : [
          one.digits * power(other.places) + other.digits * power(one.places),
          one.places + other.places,
        ];
  return rounded(digits, scale, places);
}

const maxPlaces = 20;

function digitsOf(value: number): { readonly digits: bigint; readonly places: number } | undefined {
  const places = decimalPlaces(value);
  return places > maxPlaces || !(Math.abs(value) < 1e15)
    ? undefined
    : { digits: BigInt(value.toFixed(places).replace(".", "")), places };
}

function rounded(digits: bigint, scale: number, places: number): number {
  const sign = digits < 0n ? -1n : 1n;
  const step = power(Math.max(0, scale - places));
  const whole = (digits * sign * 2n + step) / (step * 2n);
  return Number(whole * sign) / 10 ** Math.min(scale, places);
}

function power(exponent: number): bigint {
  return 10n ** BigInt(exponent);
}

/** Removes the value from inner objects, so that old and new do not both appear. */
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
