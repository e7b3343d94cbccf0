import type { CurrentRecords } from "../write/currentRecords.ts";
import { fieldChanges } from "../write/fieldChanges.ts";
import { isThere } from "../write/plannedWrite.ts";
import type { ValidRow } from "./importRunner.ts";
import type { ImportCallId } from "./importTarget.ts";

/** How many rows of a file would add, change or repeat a record. */
export interface ComparedRows {
  /** The portal has no such record yet. */
  readonly added: number;
  readonly changed: number;
  /** The portal has the same value in every field already. */
  readonly same: number;
}

/** Whether a row would add a record, change one, or change nothing. */
export function effectOf(
  call: ImportCallId,
  { input }: Pick<ValidRow, "input">,
  current: CurrentRecords,
): keyof ComparedRows {
  const records = current.matching(input);
  if (records.length === 0) {
    return "added";
  }
  return isThere(fieldChanges(call, input, records)) ? "same" : "changed";
}
