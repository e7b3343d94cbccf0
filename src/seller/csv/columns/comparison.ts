import type { Fields } from "../../../shared/base/json.ts";
import type { RawInput } from "../../contract/validate.ts";
import type { CurrentRecords } from "../../write/currentRecords.ts";
import { type FieldChange, fieldChanges } from "../../write/fieldChanges.ts";
import { isThere } from "../../write/plannedWrite.ts";
import { replacedRecords } from "../../write/replacedRecords.ts";
import type { ImportCallId } from "./importTarget.ts";

export interface ComparedRows {
  readonly added: number;
  readonly changed: number;
  readonly same: number;
}

export type RowEffect = keyof ComparedRows;

export interface ComparedRow {
  readonly effect: RowEffect;
  readonly changes: readonly FieldChange[];
  readonly records: readonly Fields[];
}

export function effectOf(...row: Parameters<typeof comparedRow>): RowEffect {
  return comparedRow(...row).effect;
}

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
