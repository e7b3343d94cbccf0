const quarterMs = 15 * 60_000;
const dayMs = 86_400_000;

/** The last computed day. Zones differ from UTC by whole seconds, so it is valid for a second. */
let lastDay:
  | { readonly second: number; readonly timeZone: string; readonly day: string }
  | undefined;

export function dayOf(time: number, timeZone: string): string {
  const second = Math.floor(time / 1_000);
  if (lastDay?.second === second && lastDay.timeZone === timeZone) {
    return lastDay.day;
  }
  const day = computedDay(time, timeZone);
  lastDay = { second, timeZone, day };
  return day;
}

function computedDay(time: number, timeZone: string): string {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  );
  return `${parts.get("year")}-${parts.get("month")}-${parts.get("day")}`;
}

/** Where the clocks skip midnight, the day begins at one o'clock. */
export function startOfDay(day: string, timeZone: string): number {
  return startOf(Date.parse(day), timeZone);
}

export function endOfDay(day: string, timeZone: string): number {
  return startOf(Date.parse(day) + dayMs, timeZone) - 1_000;
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** False for days that do not exist, such as `2026-02-30`. */
export function isDay(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}$/u.test(text) &&
    !Number.isNaN(Date.parse(text)) &&
    addDays(text, 0) === text
  );
}

export function isTimeZone(name: string): boolean {
  try {
    formatOf(name);
    return true;
  } catch {
    // Intl throws a RangeError for an unknown zone.
    return false;
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) {
    return known;
  }
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  formats.set(timeZone, format);
  return format;
}

function startOf(utc: number, timeZone: string): number {
  // Zones are at most 14 hours from UTC, in quarters.
  let low = utc - 15 * 4 * quarterMs;
  let high = utc + 15 * 4 * quarterMs;
  while (high - low > quarterMs) {
    const middle = low + Math.floor((high - low) / quarterMs / 2) * quarterMs;
    if (Date.parse(dayOf(middle, timeZone)) < utc) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return high;
}
