import { invalid } from "./adminErrors.ts";

export function isoTime(time: number): string {
  return new Date(time).toISOString();
}

export function isoTimeOrNull(time: number | undefined): string | null {
  return time === undefined ? null : isoTime(time);
}

/** Reads a date with time and zone (RFC 3339); throws an `ApiError` that names the field otherwise. */
export function readTime(text: string, param: string): number {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/iu.test(text)
    ? Date.parse(text)
    : Number.NaN;
  if (Number.isNaN(time)) {
    throw invalid(`"${param}" must be a date with time and zone, as 2026-11-30T23:59:59Z.`, param);
  }
  return time;
}
