import { addDays, endOfDay, isDay, startOfDay } from "../../shared/base/calendar.ts";

export const periods = ["month", "last", "7", "30", "custom"] as const;
export type Period = (typeof periods)[number];

export interface DayRange {
  readonly start: string;
  readonly end: string;
}

export interface PeriodChoice {
  readonly period: Period;
  readonly start: string | null;
  readonly end: string | null;
}

const maxDays = 366;

/** An invalid choice becomes the current month. */
export function rangeOf({ period, start, end }: PeriodChoice, today: string): DayRange {
  const month = { start: `${today.slice(0, 8)}01`, end: today };
  switch (period) {
    case "last": {
      const last = addDays(month.start, -1);
      return { start: `${last.slice(0, 8)}01`, end: last };
    }
    case "7":
    case "30":
      return { start: addDays(today, 1 - Number(period)), end: today };
    case "custom":
      return start !== null && end !== null && isRange(start, end) ? { start, end } : month;
    default:
      return month;
  }
}

function isRange(start: string, end: string): boolean {
  return isDay(start) && isDay(end) && start <= end && addDays(start, maxDays) > end;
}

/** Omits an invalid day. */
export function dayTimes(
  search: URLSearchParams,
  timeZone: string,
): { readonly from: string | undefined; readonly to: string | undefined } {
  const timeOf = (name: string, edge: typeof startOfDay): string | undefined => {
    const day = search.get(name)?.slice(0, 10) ?? "";
    return isDay(day) ? new Date(edge(day, timeZone)).toISOString() : undefined;
  };
  return { from: timeOf("from", startOfDay), to: timeOf("to", endOfDay) };
}
