export function isoTime(time: number): string {
  return new Date(time).toISOString();
}

export function isoTimeOrNull(time: number | undefined): string | null {
  return time === undefined ? null : isoTime(time);
}

export function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/u.test(text) ? Date.parse(text) : Number.NaN;
  // "2026-04-31" parses, as 1 May.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
