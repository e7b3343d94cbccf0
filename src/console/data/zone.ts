/** The calendar day of a moment in a time zone, as `2026-11-21`. */
export function dayIn(zone: string, time: number): string {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).formatToParts(time);
  const part = (type: string): string => parts.find((each) => each.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}`;
}

/** The last second of a calendar day in a time zone, in ISO 8601. */
export function endOfDay(zone: string, day: string): string {
  return wallTime(zone, `${day}T23:59:59Z`);
}

/** The first second of a calendar day in a time zone, in ISO 8601. */
export function startOfDay(zone: string, day: string): string {
  return wallTime(zone, `${day}T00:00:00Z`);
}

/** A day that many days later, or earlier. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/u.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
}

/** When a clock on a wall of that zone shows what `utc` says. */
function wallTime(zone: string, utc: string): string {
  const shown = Date.parse(utc);
  // The second step mends a guess that fell on the other side of a change of the clocks.
  const guess = shown - offsetAt(zone, shown);
  return new Date(shown - offsetAt(zone, guess)).toISOString();
}

/** Milliseconds that the zone's clocks are ahead of UTC. */
function offsetAt(zone: string, time: number): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(time);
  const part = (type: string): number =>
    Number(parts.find((each) => each.type === type)?.value ?? 0);
  const wall = Date.UTC(
    part("year"),
    part("month") - 1,
    part("day"),
    part("hour"),
    part("minute"),
    part("second"),
  );
  return wall - Math.floor(time / 1000) * 1000;
}
