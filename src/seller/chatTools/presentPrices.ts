import type { Fields } from "../../shared/base/json.ts";
import { readWrittenNumber } from "../contract/values/decimal.ts";
import { recordValue } from "../write/currentRecords.ts";
import { ofSameValidity } from "../write/priceValidity.ts";

export const priceField = ["valorPrecoBase"];

/**
 * Chooses the price with the same validity, else all: the specification does not define which one the portal replaces.
 */
export function presentPrices(body: unknown, records: readonly Fields[]): readonly unknown[] {
  const same = ofSameValidity(body, records);
  return (same.length > 0 ? same : records)
    .map((record) => recordValue(record, priceField))
    .filter((value) => value !== undefined && value !== null);
}

/** The price; NaN for text that is not a certain number, which no limit accepts. */
export function priceOf(value: unknown): number {
  const written = typeof value === "string" ? readWrittenNumber(value) : value;
  return typeof written === "number" ? written : Number.NaN;
}
