import { lastDayOf } from "../admin/calendar.ts";
import { ApiError } from "../http/apiError.ts";

/** Ways to divide the report, in the order in which it has them. */
const groups = ["model", "app", "day"] as const;

export type ReportGroup = (typeof groups)[number];

/** What is to be reported; days are inclusive, as `2026-11-21`. */
export interface ReportRange {
  readonly fromDay: string;
  readonly toDay: string;
  readonly groups: readonly ReportGroup[];
}

const maxDays = 400;
const dayMs = 86_400_000;

/** Reads `start`, `end` (days; the month by default) and `group_by` (all by default). Throws an `ApiError` (400). */
export function readUsageQuery(query: URLSearchParams, month: string): ReportRange {
  const fromDay = dayIn(query, "start") ?? `${month}-01`;
  const toDay = dayIn(query, "end") ?? lastDayOf(fromDay.slice(0, 7));
  const days = (Date.parse(toDay) - Date.parse(fromDay)) / dayMs;
  if (days < 0 || days > maxDays) {
    throw invalid("end", `"end" must be from "start" to ${maxDays} days after it.`);
  }
  return { fromDay, toDay, groups: groupsIn(query) };
}

function dayIn(query: URLSearchParams, name: string): string | undefined {
  const text = query.get(name) ?? "";
  if (text === "") {
    return undefined;
  }
  const time = /^\d{4}-\d\d-\d\d$/u.test(text) ? Date.parse(text) : Number.NaN;
  // The 31st of April parses, as the 1st of May.
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(text)) {
    throw invalid(name, `"${name}" must be a day, as 2026-11-30.`);
  }
  return text;
}

function groupsIn(query: URLSearchParams): readonly ReportGroup[] {
  const asked = query
    .getAll("group_by")
    .flatMap((text) => text.split(","))
    .map((part) => part.trim())
    .filter((part) => part !== "");
  if (asked.some((name) => !groups.some((group) => group === name))) {
    throw invalid("group_by", `"group_by" knows ${groups.join(", ")} only.`);
  }
  return asked.length === 0 ? groups : groups.filter((group) => asked.includes(group));
}

function invalid(param: string, message: string): ApiError {
  return new ApiError(400, message, { code: "invalid_parameter", param });
}
