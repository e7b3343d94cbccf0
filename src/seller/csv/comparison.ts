import type { RawInput } from "../contract/validate.ts";
import type { CurrentRecords } from "../write/currentRecords.ts";
import { fieldChanges } from "../write/fieldChanges.ts";
import { isThere } from "../write/plannedWrite.ts";
import { replacedRecords } from "../write/replacedRecords.ts";
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

/** Whether a row would add a record, change one, or change nothing; `now` in epoch milliseconds. */
export function effectOf(
  call: ImportCallId,
  input: RawInput,
  { current, now }: { readonly current: CurrentRecords; readonly now: number },
): RowEffect {
  const records = current.matching(input);
  if (records.length === 0) {
    return "added";
  }
  return replacedRecords(input, records, now).every((record) =>
    isThere(fieldChanges(call, input, [record])),
  )
    ? "same"
    : "changed";
}
