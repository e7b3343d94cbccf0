import type { Fields } from "../../../shared/base/json.ts";
import type { RawInput } from "../../contract/validate.ts";
import type { CurrentRecords } from "../../write/currentRecords.ts";
import { type FieldChange, fieldChanges } from "../../write/fieldChanges.ts";
import { isThere } from "../../write/plannedWrite.ts";
import { replacedRecords } from "../../write/replacedRecords.ts";
import type { ImportCallId } from "./importTarget.ts";

/** How many rows of a file would add, change or repeat a record. */
export interface ComparedRows {
  /** The portal has no such record yet. */
  readonly added: number;
  readonly changed: number;
  /** The portal has the same value in every field already. */
  readonly same: number;
}

export type RowEffect = keyof ComparedRows;

/** A row beside the records that it may replace. */
export interface ComparedRow {
  readonly effect: RowEffect;
  /** Against the most similar record. */
  readonly changes: readonly FieldChange[];
  readonly records: readonly Fields[];
}

/** Whether a row would add a record, change one, or change nothing; `now` in epoch milliseconds. */
export function effectOf(...row: Parameters<typeof comparedRow>): RowEffect {
  return comparedRow(...row).effect;
}

/** The same with the changes, which are found once. */
export function comparedRow(
  call: ImportCallId,
  input: RawInput,
  { current, now }: { readonly current: CurrentRecords; readonly now: number },
): ComparedRow {
  const records = replacedRecords(input, current.matching(input), now);
  const changes = fieldChanges(call, input, records);
  if (records.length === 0) {
    return { effect: "added", changes, records };
  }
  const isSame =
    records.length === 1
      ? isThere(changes)
      : records.every((record) => isThere(fieldChanges(call, input, [record])));
  return { effect: isSame ? "same" : "changed", changes, records };
}
