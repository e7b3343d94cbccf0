import type { Fields } from "../../shared/base/json.ts";
import type { RawInput } from "../contract/validate.ts";
import { isValidAt, ofSameValidity } from "./priceValidity.ts";

/**
 * Returns the records with the write's validity, else those valid `now`, else all. A portal keeps past prices: an equal
 * price of last year does not make a write unnecessary.
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
