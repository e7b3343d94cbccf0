import type { FieldKind } from "../contract/fields.ts";
import { ibgeStates } from "../contract/states.ts";
import { type CellReading, readCell } from "./cellValue.ts";

export interface ReadField {
  /** The name that problems use: a parameter or a dotted field. */
  readonly name: string;
  readonly kind: FieldKind;
}

/**
 * A cell as the value of a field, in everyday spellings too: `MG` for a state's code, and
 * `01/12/2026` or `2026-12-01` (day before month) for a moment. A day alone is midnight UTC; as the
 * end of a validity, it is the day's last millisecond.
 */
export function readField(
  cell: string,
  { name, kind }: ReadField,
  decimal: "," | ".",
): CellReading {
  if (kind === "timestamp") {
    const moment = momentOf(cell.trim(), name.endsWith("dataFim"));
    return moment === undefined ? readCell(cell, kind, decimal) : { ok: true, value: moment };
  }
  const state = name.endsWith("estado.codigo")
    ? statesByLetters.get(cell.trim().toUpperCase())
    : undefined;
  return state === undefined ? readCell(cell, kind, decimal) : { ok: true, value: state };
}

const statesByLetters: ReadonlyMap<string, number> = new Map(
  [...ibgeStates].map(([code, letters]) => [letters, code]),
);

/** Undefined for what is not an everyday date: the check of the field says what is wrong with it. */
function momentOf(text: string, isEnd: boolean): string | undefined {
  const groups =
    /^(?<day>\d{1,2})[/.-](?<month>\d{1,2})[/.-](?<year>\d{4})(?:[ T](?<time>\d{1,2}:\d{2}(?::\d{2})?))?$/u.exec(
      text,
    )?.groups ??
    /^(?<year>\d{4})[/-](?<month>\d{1,2})[/-](?<day>\d{1,2})(?:[ T](?<time>\d{1,2}:\d{2}(?::\d{2})?))?$/u.exec(
      text,
    )?.groups;
  if (!groups) {
    return undefined;
  }
  const { year = "", month = "", day = "", time } = groups;
  const clock =
    time === undefined
      ? dayEdge(isEnd)
      : `${time.padStart(time.length > 5 ? 8 : 5, "0").padEnd(8, ":00")}.000`;
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}T${clock}Z`;
}

function dayEdge(isEnd: boolean): string {
  return isEnd ? "23:59:59.999" : "00:00:00.000";
}
