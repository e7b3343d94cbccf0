import { instantIn } from "../../../shared/base/zonedTime.ts";
import { foldText } from "../../../shared/text/foldText.ts";
import type { FieldKind } from "../../contract/fields.ts";
import { foldedName } from "../../contract/lists/portalWords.ts";
import { ibgeStates, stateNames } from "../../contract/states.ts";
import { isTimestamp, timestampShape } from "../../contract/values/timestamp.ts";
import { type CellReading, type DecimalSign, readCell } from "../read/cellValue.ts";

export interface ReadingWay {
  readonly decimal: DecimalSign;
  readonly timeZone: string;
  /** True if a date of the file has its month first; an ambiguous date is then not read. */
  readonly isMonthFirst?: boolean;
}

export interface ReadField {
  readonly name: string;
  readonly kind: FieldKind;
}

/**
 * Accepts `MG` or `Minas Gerais` for a state, `3 dias úteis` for days, `01/12/2026` (day first) or `2026-12-01` for a
 * moment. A day alone is its midnight; as an end of validity, its last millisecond.
 */
export function readField(
  cell: string,
  { name, kind }: ReadField,
  { decimal, timeZone, isMonthFirst = false }: ReadingWay,
): CellReading {
  if (kind === "timestamp") {
    if (isMonthFirst && /^\s*\d{1,2}[/.-]\d{1,2}[/.-]/u.test(cell)) {
      return { ok: false, code: "ambiguousDate" };
    }
    return readMoment(readCell(cell, kind, decimal), name.endsWith("dataFim"), timeZone);
  }
  const number = numberInWords(cell, name, decimal);
  return number === undefined ? readCell(cell, kind, decimal) : { ok: true, value: number };
}

function numberInWords(cell: string, name: string, decimal: DecimalSign): number | undefined {
  const isState = name.endsWith("estado.codigo");
  if (!isState && name !== "quantidadeDiasEntrega") {
    return undefined;
  }
  const reading = readCell(cell, "text", decimal);
  const text = reading.ok ? String(reading.value) : "";
  return isState ? codesByState.get(foldedName(text)) : daysIn(text);
}

const codesByState: ReadonlyMap<string, number> = new Map(
  [...ibgeStates, ...stateNames].map(([code, name]) => [foldedName(name), code]),
);

/** A span such as `3 a 5 dias` is not a number of days. */
function daysIn(text: string): number | undefined {
  const days =
    /^(?<days>\d{1,4})\s*(?:d|dias?(?:\s+(?:uteis|util|corridos?))?|(?:(?:business|working|calendar)\s+)?days?)$/u.exec(
      foldText(text).trim(),
    )?.groups?.["days"];
  return days === undefined ? undefined : Number(days);
}

function readMoment(reading: CellReading, isEnd: boolean, timeZone: string): CellReading {
  if (!reading.ok) {
    return reading;
  }
  const text = String(reading.value);
  const value = timestampShape.test(text) ? text : momentOf(text, isEnd, timeZone);
  return value === undefined ? { ok: false, code: "dateShape" } : { ok: true, value };
}

/** True for `12/31/2026`, which only exists with its month first. */
export function hasMonthFirst(cell: string): boolean {
  return /^\s*(?:0?[1-9]|1[0-2])[/.-](?:1[3-9]|2\d|3[01])[/.-]\d{2}(?:\d{2})?(?!\d)/u.test(cell);
}

const time = String.raw`(?:[ T](?<time>\d{1,2}:\d{2}(?::\d{2})?))?`;
const dateShapes = [
  new RegExp(
    String.raw`^(?<day>\d{1,2})[/.-](?<month>\d{1,2})[/.-](?<year>\d{4}|[2-9]\d)${time}$`,
    "u",
  ),
  new RegExp(String.raw`^(?<year>\d{4})[/-](?<month>\d{1,2})[/-](?<day>\d{1,2})${time}$`, "u"),
];

/** A two-digit year below 20 is not read: `26/12/01` more likely begins with its year. */
function momentOf(text: string, isEnd: boolean, timeZone: string): string | undefined {
  const groups = dateShapes.map((shape) => shape.exec(text)?.groups).find(Boolean);
  if (!groups) {
    return undefined;
  }
  const { year = "", month = "", day = "", time: clock } = groups;
  const date = [year.padStart(4, "20"), month.padStart(2, "0"), day.padStart(2, "0")].join("-");
  const local = `${date}T${clock === undefined ? dayEdge(isEnd) : clockOf(clock)}`;
  // A day that does not exist is reported when the row is validated.
  return isTimestamp(`${local}Z`)
    ? new Date(instantIn(timeZone, local)).toISOString()
    : `${local}Z`;
}

function clockOf(clock: string): string {
  return `${clock.padStart(clock.length > 5 ? 8 : 5, "0").padEnd(8, ":00")}.000`;
}

function dayEdge(isEnd: boolean): string {
  return isEnd ? "23:59:59.999" : "00:00:00.000";
}
