/** Calendar day of a time in a time zone, as `2026-11-21`. */
export function dayOf(time: number, timeZone: string): string {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  );
  return `${parts.get("year")}-${parts.get("month")}-${parts.get("day")}`;
}

/** A time for people, as RFC 3339 with the offset of their zone: `2026-11-30T21:00:00-03:00`. */
export function localTime(time: number, timeZone: string): string {
  const parts = new Map(
    new Intl.DateTimeFormat("en-CA", {
      timeZone,
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      hourCycle: "h23",
      timeZoneName: "longOffset",
    })
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  );
  const clock = (["hour", "minute", "second"] as const).map((part) => parts.get(part)).join(":");
  const offset = parts.get("timeZoneName")?.slice("GMT".length);
  return `${dayOf(time, timeZone)}T${clock}${offset === "" ? "+00:00" : offset}`;
}

/** Calendar month of a time in a time zone, as `2026-11`. */
export function periodOf(time: number, timeZone: string): string {
  return dayOf(time, timeZone).slice(0, 7);
}

/** First moment of a month, and of the one after it. */
export function periodBounds(
  period: string,
  timeZone: string,
): { readonly start: number; readonly end: number } {
  const [year = 0, month = 1] = period.split("-").map(Number);
  return { start: startOf(year, month, timeZone), end: startOf(year, month + 1, timeZone) };
}

/** The last day of a month, as `2026-11-30`. */
export function lastDayOf(period: string): string {
  const [year = 0, month = 1] = period.split("-").map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

export function isTimeZone(name: string): boolean {
  try {
    formatOf(name);
    return true;
  } catch {
    // A RangeError is how Intl says that it knows no such zone.
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

/** Looks for the hour in which the local day changes; zones are at most 14 hours from UTC, in quarters. */
function startOf(year: number, month: number, timeZone: string): number {
  const utc = Date.UTC(year, month - 1, 1);
  const first = new Date(utc).toISOString().slice(0, 10);
  const quarter = 15 * 60_000;
  let low = utc - 15 * 4 * quarter;
  let high = utc + 15 * 4 * quarter;
  while (high - low > quarter) {
    const middle = low + Math.floor((high - low) / quarter / 2) * quarter;
    if (dayOf(middle, timeZone) < first) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return high;
}
