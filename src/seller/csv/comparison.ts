import type { CurrentRecords } from "../write/currentRecords.ts";
import { fieldChanges } from "../write/fieldChanges.ts";
import { isThere } from "../write/plannedWrite.ts";
import type { ValidRow } from "./importRunner.ts";
import type { ImportCallId } from "./importTarget.ts";

/** How many rows of a file would change what. */
export interface ComparedRows {
  /** The portal has nothing of it yet. */
  readonly added: number;
  readonly changed: number;
  /** The portal has every field of it already. */
  readonly same: number;
}

/** What a row would change: everything, something or nothing. */
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
