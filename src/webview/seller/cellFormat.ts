import { defaultTimeZone, instantIn, localIn } from "../../shared/base/zonedTime.ts";
import type { FieldKind } from "../../shared/sellerPage/fieldKind.ts";
import type { Cell } from "../../shared/sellerPage/sellerState.ts";

export interface CellFormat {
  readonly timeZone: () => string;
  /** The text of a cell. Codes are not quantities, so their digits are not grouped. */
  readonly cell: (value: Cell | undefined, kind: FieldKind) => string;
  readonly count: (value: number) => string;
  readonly moment: (at: number) => string;
  readonly time: (at: number) => string;
  readonly size: (bytes: number) => string;
  /** Undefined within the first minute. */
  readonly age: (ms: number) => string | undefined;
}

export function createCellFormat(
  locale: string,
  timeZone: () => string = () => defaultTimeZone,
): CellFormat {
  const decimal = new Intl.NumberFormat(locale, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 10,
    useGrouping: true,
  });
  const count = new Intl.NumberFormat(locale);
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: "short", timeStyle: "medium" });
  const zoned = new Intl.DateTimeFormat(locale, {
    dateStyle: "short",
    timeStyle: "medium",
    timeZone: "UTC",
  });
  const time = new Intl.DateTimeFormat(locale, { timeStyle: "short" });
  const ago = new Intl.RelativeTimeFormat(locale);
  return {
    timeZone,
    cell: (value, kind) => {
      if (value === undefined || value === null) {
        return "";
      }
      if (typeof value === "number") {
        return kind === "decimal" ? decimal.format(value) : String(value);
      }
      const at = kind === "timestamp" ? Date.parse(String(value)) : Number.NaN;
      return Number.isNaN(at)
        ? String(value)
        : zoned.format(Date.parse(`${localIn(timeZone(), at)}Z`));
    },
    count: (value) => count.format(value),
    moment: (at) => moment.format(at),
    time: (at) => time.format(at),
    size: (bytes) => `${count.format(Math.max(1, Math.round(bytes / 1000)))} KB`,
    age: (ms) => {
      const minutes = Math.floor(ms / 60_000);
      const [unit, length] = ageUnits.find(([, least]) => minutes >= least) ?? [];
      return unit && length && ago.format(-Math.floor(minutes / length), unit);
    },
  };
}

const ageUnits = [
  ["day", 1_440],
  ["hour", 60],
  ["minute", 1],
] as const;

export function localInput(timestamp: string, timeZone: string): string {
  const at = Date.parse(timestamp);
  return Number.isNaN(at) ? "" : localIn(timeZone, at);
}

/** Empty if the local time is invalid. */
export function timestampOf(local: string, timeZone: string): string {
  const at = instantIn(timeZone, local);
  return local === "" || Number.isNaN(at) ? "" : new Date(at).toISOString();
}
