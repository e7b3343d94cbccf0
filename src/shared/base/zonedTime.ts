/** The zone of seller environments that name none. */
export const defaultTimeZone = "America/Sao_Paulo";

/** Reads a local time (`2026-12-01T00:00`, also with seconds) as epoch milliseconds; NaN if invalid. */
export function instantIn(zone: string, local: string): number {
  const asUtc = Date.parse(`${local}Z`);
  // Near a change of clocks, the first offset may be wrong by the change.
  const near = asUtc - offsetOf(zone, asUtc);
  return asUtc - offsetOf(zone, near);
}

export function localIn(zone: string, at: number): string {
  return new Date(at + offsetOf(zone, at)).toISOString().slice(0, -1);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Creating a format takes far longer than using it. Throws for an unknown zone. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known =
    formats.get(zone) ??
    new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
  formats.set(zone, known);
  return known;
}

/** Milliseconds ahead of UTC; negative in the Americas, NaN for NaN. */
function offsetOf(zone: string, at: number): number {
  if (Number.isNaN(at)) {
    return at;
  }
  const parts = new Map(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const [year, month, day, hour, minute, second] = (
    ["year", "month", "day", "hour", "minute", "second"] as const
  ).map((type) => Number(parts.get(type)));
  const local = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
  return local - Math.floor(at / 1000) * 1000;
}
