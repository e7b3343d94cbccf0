import type { WordsLocale } from "../../shared/failures/failureText.ts";
import { moneyText } from "../../shared/text/moneyText.ts";

export interface Format {
  readonly count: (value: number) => string;
  /** 12,400 as "12.4K". */
  readonly compact: (value: number) => string;
  /** 128,000 as "128K"; 32,768 (32 × 1024) as "32K". */
  readonly contextSize: (tokens: number) => string;
  /** 0.384 as "38%". */
  readonly percent: (share: number) => string;
  /** "0.6 s", "2 min 5 s"; a decimal below ten seconds. */
  readonly seconds: (ms: number) => string;
  /** UTF-16 units as "5 MB". */
  readonly size: (units: number) => string;
  /** A decimal string with its currency, if any. */
  readonly money: (amount: string, currency: string | undefined) => string;
  readonly time: (at: number) => string;
  /** Time of day, with the day if not today. */
  readonly moment: (at: number) => string;
  /** Weekday, date and time to the second. */
  readonly exactTime: (at: number) => string;
  /** The day, with the time if today. */
  readonly day: (at: number) => string;
}

export function createFormat(locale: WordsLocale): Format {
  const count = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const compact = new Intl.NumberFormat(locale, { notation: "compact", maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 });
  const tenths = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const time = new Intl.DateTimeFormat(locale, { timeStyle: "short" });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium" });
  const moment = new Intl.DateTimeFormat(locale, {
    day: "numeric",
    month: "short",
    hour: "numeric",
    minute: "2-digit",
  });
  const exact = new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "medium" });
  const sizes = [unit(locale, "byte", 0), unit(locale, "kilobyte", 0), unit(locale, "megabyte", 1)];
  return {
    count: (value) => count.format(value),
    compact: (value) => compact.format(value),
    contextSize: (tokens) => {
      const isBinary = tokens % 1024 === 0 && tokens % 1000 !== 0;
      return compact.format(isBinary ? (tokens / 1024) * 1000 : tokens);
    },
    percent: (share) => percent.format(share),
    seconds(ms) {
      const minutes = Math.floor(Math.round(ms / 1000) / 60);
      const seconds = minutes === 0 ? ms / 1000 : Math.round(ms / 1000) % 60;
      const digits = (ms < 10_000 ? tenths : count).format(seconds);
      return minutes === 0 ? `${digits}\u00a0s` : `${minutes}\u00a0min ${digits}\u00a0s`;
    },
    size(units) {
      const step = units < 1000 ? 0 : units < 1_000_000 ? 1 : 2;
      return sizes[step]?.format(units / 1000 ** step) ?? "";
    },
    money: (amount, currency) => moneyText(amount, currency, locale),
    time: (at) => time.format(at),
    moment: (at) => (isToday(at) ? time : moment).format(at),
    exactTime: (at) => exact.format(at),
    day: (at) => (isToday(at) ? time : day).format(at),
  };
}

function isToday(at: number): boolean {
  return new Date(at).toDateString() === new Date().toDateString();
}

function unit(locale: WordsLocale, name: string, digits: number): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit: name,
    unitDisplay: name === "byte" ? "long" : "short",
    maximumFractionDigits: digits,
  });
}
