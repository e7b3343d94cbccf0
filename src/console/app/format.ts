import { dayOf } from "../../shared/base/calendar.ts";
import { parseDecimal } from "./decimal.ts";

export interface FormatOptions {
  readonly locale: string;
  readonly timeZone: string;
  readonly currency: string;
}

export interface Format {
  readonly locale: string;
  readonly timeZone: string;
  readonly currency: string;
  readonly count: (value: number) => string;
  /** As `12 k`. */
  readonly compact: (value: number) => string;
  readonly percent: (value: number) => string;
  /** A small amount gets more decimals, so that it does not read as zero. */
  readonly money: (amount: string | number) => string;
  readonly decimal: (amount: string) => string;
  readonly parseDecimal: (text: string) => string | undefined;
  readonly dateTime: (iso: string) => string;
  readonly nearTime: (iso: string, now: number) => string;
  /** As `UTC-3`. */
  readonly zone: (now: number) => string;
  readonly date: (iso: string) => string;
  /** `Yesterday`, `Today`, `Tomorrow`, else the date. */
  readonly nearDate: (iso: string, now: number) => string;
  readonly day: (day: string) => string;
  readonly time: (iso: string) => string;
  /** As `700 ms`, `4.3 s`, `3 min 2 s` or `1 h 5 min`. */
  readonly duration: (ms: number) => string;
  /** The distance in time; from a day on by the calendar: `yesterday`, `2 days ago`. */
  readonly relative: (iso: string, now: number) => string;
  readonly list: (items: readonly string[]) => string;
}

export function createFormat({ locale, timeZone, currency }: FormatOptions): Format {
  const number = new Intl.NumberFormat(locale);
  const compact = new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 });
  const plain = new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 6 });
  const list = new Intl.ListFormat(locale, { type: "conjunction" });
  const money = moneyFormat(locale, currency);
  return {
    locale,
    timeZone,
    currency,
    count: (value) => number.format(value),
    compact: (value) => compact.format(value),
    percent: (value) => percent.format(value / 100),
    money,
    decimal: (amount) => (isDecimal(amount) ? plain.format(Number(amount)) : amount),
    parseDecimal: (text) => parseDecimal(text, locale),
    ...timeFormats(locale, timeZone),
    list: (items) => list.format(items),
    duration: durationFormat(locale),
  };
}

function moneyFormat(locale: string, currency: string): Format["money"] {
  const formats = [2, 4, 6].map(
    (digits) =>
      new Intl.NumberFormat(locale, {
        style: "currency",
        currency,
        minimumFractionDigits: 2,
        maximumFractionDigits: digits,
      }),
  );
  return (amount) => {
    const value = Number(amount);
    if (amount === "" || !Number.isFinite(value)) {
      return String(amount);
    }
    return formats[digitsIndex(Math.abs(value))]?.format(value) ?? String(amount);
  };
}

function digitsIndex(size: number): number {
  if (size === 0 || size >= 0.1) {
    return 0;
  }
  return size >= 0.01 ? 1 : 2;
}

type TimeFormats = Pick<
  Format,
  "dateTime" | "nearTime" | "zone" | "date" | "nearDate" | "day" | "time" | "relative"
>;

function timeFormats(locale: string, timeZone: string): TimeFormats {
  const format = (options: Intl.DateTimeFormatOptions): ((time: string) => string) => {
    const formatter = new Intl.DateTimeFormat(locale, options);
    return (time) => {
      const parsed = Date.parse(time);
      return Number.isNaN(parsed) ? time : formatter.format(parsed);
    };
  };
  // A medium Portuguese date would be twice as long.
  const isPortuguese = locale.startsWith("pt");
  const dateStyle = isPortuguese ? "short" : "medium";
  const dateTime = format({ timeZone, dateStyle, timeStyle: "medium" });
  const date = format({ timeZone, dateStyle });
  const time = format({ timeZone, timeStyle: "medium" });
  const nearDay = nearDayFormat(locale, timeZone);
  return {
    dateTime: withOffset(timeZone, dateTime),
    zone: (now) => withOffset(timeZone, () => "")(new Date(now).toISOString()).trim(),
    nearTime: (iso, now) => {
      const day = nearDay(iso, now);
      return day === undefined ? dateTime(iso) : `${day}, ${time(iso)}`;
    },
    date,
    nearDate: (iso, now) => nearDay(iso, now) ?? date(iso),
    // A day has no zone: format its noon in UTC.
    day: format({ timeZone: "UTC", day: "numeric", month: isPortuguese ? "numeric" : "short" }),
    time,
    relative: relativeFormat(locale, timeZone),
  };
}

/** Adds the time zone, because the reader's own zone may differ. */
function withOffset(timeZone: string, text: (time: string) => string): (time: string) => string {
  const offset = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "shortOffset" });
  return (time) => {
    const parsed = Date.parse(time);
    const name = Number.isNaN(parsed)
      ? undefined
      : offset.formatToParts(parsed).find(({ type }) => type === "timeZoneName")?.value;
    return name === undefined ? text(time) : `${text(time)} ${name.replace("GMT", "UTC")}`;
  };
}

const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

function relativeFormat(locale: string, timeZone: string): Format["relative"] {
  const formatter = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  return (iso, now) => {
    const seconds = (Date.parse(iso) - now) / 1000;
    if (Number.isNaN(seconds)) {
      return iso;
    }
    const step = steps.find(([, size]) => Math.abs(seconds) >= size);
    if (step?.[0] === "day") {
      return formatter.format(daysBetween(now, Date.parse(iso), timeZone), "day");
    }
    return step
      ? formatter.format(Math.trunc(seconds / step[1]), step[0])
      : formatter.format(0, "second");
  };
}

function nearDayFormat(
  locale: string,
  timeZone: string,
): (iso: string, now: number) => string | undefined {
  const formatter = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  return (iso, now) => {
    const time = Date.parse(iso);
    if (Number.isNaN(time)) {
      return undefined;
    }
    const days = daysBetween(now, time, timeZone);
    const word = formatter.format(days, "day");
    return Math.abs(days) <= 1
      ? word.slice(0, 1).toLocaleUpperCase(locale) + word.slice(1)
      : undefined;
  };
}

function daysBetween(from: number, to: number, timeZone: string): number {
  return (Date.parse(dayOf(to, timeZone)) - Date.parse(dayOf(from, timeZone))) / 86_400_000;
}

function durationFormat(locale: string): Format["duration"] {
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  return (ms) => {
    const seconds = Math.round(ms / 1_000);
    const minutes = Math.floor(seconds / 60);
    if (minutes >= 60) {
      return `${number.format(Math.floor(minutes / 60))} h ${minutes % 60} min`;
    }
    if (minutes > 0) {
      return `${minutes} min ${seconds % 60} s`;
    }
    return ms < 1_000 ? `${number.format(ms)} ms` : `${number.format(ms / 1_000)} s`;
  };
}

function isDecimal(text: string): boolean {
  return /^-?\d+(?:\.\d+)?$/u.test(text);
}
