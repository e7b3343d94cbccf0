import type { Fields } from "../../shared/base/json.ts";
import { valueAt } from "../contract/schemaFields.ts";
import { recordValue } from "./currentRecords.ts";

const validity = ["dataInicio", "dataFim"] as const;

/** Empty if the body has no complete validity. */
export function ofSameValidity(body: unknown, records: readonly Fields[]): readonly Fields[] {
  return records.filter((record) =>
    validity.every(
      (name) => momentOf(recordValue(record, [name])) === momentOf(valueAt(body, [name])),
    ),
  );
}

export function isSameValidity(one: Fields, other: Fields): boolean {
  return validity.every((name) => {
    const [first, second] = [recordValue(one, [name]), recordValue(other, [name])];
    return first === second || momentOf(first) === momentOf(second);
  });
}

/** `now` is in epoch milliseconds. A missing start or end means no limit. */
export function isValidAt(record: Fields, now: number): boolean {
  const [start, end] = validity.map((name) => momentOf(recordValue(record, [name])));
  return !(start !== undefined && start > now) && !(end !== undefined && end < now);
}

/** Returns NaN, which equals nothing, for any value that is not a moment. */
function momentOf(value: unknown): number {
  return typeof value === "string" ? Date.parse(value) : Number.NaN;
}
