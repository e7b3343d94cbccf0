import type { Fields } from "../../shared/base/json.ts";
import { valueAt } from "../contract/schemaFields.ts";
import { recordValue } from "./currentRecords.ts";

const validity = ["dataInicio", "dataFim"] as const;

/** The records that are valid for the same time as a write's body says; none if that says no whole time. */
export function ofSameValidity(body: unknown, records: readonly Fields[]): readonly Fields[] {
  return records.filter((record) =>
    validity.every(
      (name) => momentOf(recordValue(record, [name])) === momentOf(valueAt(body, [name])),
    ),
  );
}

/** Whether two price records are valid for the same time; two without a time are. */
export function isSameValidity(one: Fields, other: Fields): boolean {
  return validity.every((name) => {
    const [first, second] = [recordValue(one, [name]), recordValue(other, [name])];
    return first === second || momentOf(first) === momentOf(second);
  });
}

/** Whether a record is valid at a time (epoch milliseconds). An open side has no end. */
export function isValidAt(record: Fields, now: number): boolean {
  const [start, end] = validity.map((name) => momentOf(recordValue(record, [name])));
  return !(start !== undefined && start > now) && !(end !== undefined && end < now);
}

/** Epoch milliseconds; NaN, which equals nothing, for anything that is not a moment. */
function momentOf(value: unknown): number {
  return typeof value === "string" ? Date.parse(value) : Number.NaN;
}
