import { isDay } from "../values/isoTime.ts";
import { invalid } from "./invalidField.ts";

const timePattern = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/iu;

export function readTime(text: string, param: string): number {
  const [, day = ""] = timePattern.exec(text) ?? [];
  const time = isDay(day) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) {
    throw invalid(`"${param}" must be a date with time and zone, as 2026-11-30T23:59:59Z.`, param);
  }
  return time;
}
