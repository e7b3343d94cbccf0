import { dayParameter, listParameter } from "../admin/base/queryParameters.ts";
import { invalid } from "../http/invalidField.ts";
import { lastDayOf } from "../values/calendar.ts";

const groups = ["model", "app", "day", "run"] as const;
const usualGroups = ["model", "app", "day"] as const;

export type ReportGroup = (typeof groups)[number];

/** Days such as `2026-11-21`, the last one included. */
export interface ReportRange {
  readonly fromDay: string;
  readonly toDay: string;
  readonly groups: readonly ReportGroup[];
}

const maxDays = 400;
const dayMs = 86_400_000;

export function readUsageQuery(query: URLSearchParams, month: string): ReportRange {
  const fromDay = dayParameter(query, "start") ?? `${month}-01`;
  const toDay = dayParameter(query, "end") ?? lastDayOf(fromDay.slice(0, 7));
  const days = (Date.parse(toDay) - Date.parse(fromDay)) / dayMs;
  if (days < 0 || days > maxDays) {
    throw invalid(`"end" must be from "start" to ${maxDays} days after it.`, "end");
  }
  return { fromDay, toDay, groups: listParameter(query, "group_by", groups) ?? usualGroups };
}
