import type { Fields } from "../../shared/base/json.ts";
import type { RawInput } from "../contract/validate.ts";
import { isValidAt, ofSameValidity } from "./priceValidity.ts";

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
  const same = ofSameValidity(body, records);
  const current = records.filter((record) => isValidAt(record, now));
  return [same, current].find((some) => some.length > 0) ?? records;
}
