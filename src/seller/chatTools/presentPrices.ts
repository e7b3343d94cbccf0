import type { Fields } from "../../shared/json.ts";
import { valueAt } from "../contract/schemaFields.ts";
import { recordValue } from "../write/currentRecords.ts";

export const priceField = ["valorPrecoBase"];
const validity = ["dataInicio", "dataFim"] as const;

/**
 * The prices among the records that a price's body may replace: the one with the same validity,
 * else all of them, because the specification does not say which one the portal replaces.
 */
export function presentPrices(body: unknown, records: readonly Fields[]): readonly unknown[] {
  const same = records.filter((record) =>
    validity.every(
      (name) => momentOf(recordValue(record, [name])) === momentOf(valueAt(body, [name])),
    ),
  );
  return (same.length > 0 ? same : records)
    .map((record) => recordValue(record, priceField))
    .filter((value) => value !== undefined && value !== null);
}

/** Whether two price records are valid for the same time; two without a time are. */
export function isSameValidity(one: Fields, other: Fields): boolean {
  return validity.every((name) => {
    const [first, second] = [recordValue(one, [name]), recordValue(other, [name])];
    return first === second || momentOf(first) === momentOf(second);
  });
}

/** By how many percent `after` differs from `before`, up or down; infinite from zero. */
export function percentOf(before: number, after: number): number {
  if (before === after) {
    return 0;
  }
  return before === 0
    ? Number.POSITIVE_INFINITY
    : (Math.abs(after - before) / Math.abs(before)) * 100;
}

/** Epoch milliseconds; NaN, which equals nothing, for anything that is not a moment. */
function momentOf(value: unknown): number {
  return typeof value === "string" ? Date.parse(value) : Number.NaN;
}
