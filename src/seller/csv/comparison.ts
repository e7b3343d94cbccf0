import type { Fields } from "../../shared/json.ts";
import type { CurrentRecords } from "../write/currentRecords.ts";
import { type FieldChange, fieldChanges } from "../write/fieldChanges.ts";
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

export type RowEffect = keyof ComparedRows;

/** Whether a row would add a record, change one, or change nothing. */
export function effectOf(
  call: ImportCallId,
  { input }: Pick<ValidRow, "input">,
  current: CurrentRecords,
): RowEffect {
  const records = current.matching(input);
  return effectOn(records, records.length === 0 ? [] : fieldChanges(call, input, records));
}

/** The same, from the row's changes of the records with its key. */
export function effectOn(records: readonly Fields[], changes: readonly FieldChange[]): RowEffect {
  if (records.length === 0) {
    return "added";
  }
  return isThere(changes) ? "same" : "changed";
}
