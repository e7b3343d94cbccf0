import type { Fields } from "../../shared/json.ts";
import { valueAt } from "../contract/schemaFields.ts";
import type { RawInput } from "../contract/validate.ts";
import { recordValue } from "./currentRecords.ts";

const validity = ["dataInicio", "dataFim"] as const;

/**
 * Of the records with a write's key, those that it may replace: the one with its validity, else
 * those that are valid `now` (epoch milliseconds), else all. A portal keeps a price's past, and a
 * price that equals one of last year is not there already.
 */
export function replacedRecords(
  { body }: RawInput,
  records: readonly Fields[],
  now: number,
): readonly Fields[] {
  if (records.length < 2) {
    return records;
  }
  const same = records.filter((record) =>
    validity.every(
      (name) => momentOf(recordValue(record, [name])) === momentOf(valueAt(body, [name])),
    ),
  );
  const current = records.filter((record) => isValidAt(record, now));
  return [same, current].find((some) => some.length > 0) ?? records;
}

/** An open side has no end. */
function isValidAt(record: Fields, now: number): boolean {
  const [start, end] = validity.map((name) => momentOf(recordValue(record, [name])));
  return !(start !== undefined && start > now) && !(end !== undefined && end < now);
}

/** Epoch milliseconds; NaN, which equals nothing, for anything that is not a moment. */
function momentOf(value: unknown): number {
  return typeof value === "string" ? Date.parse(value) : Number.NaN;
}
