import { addDays, dayOf, startOfDay } from "../../shared/base/calendar.ts";

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

export function periodOf(time: number, timeZone: string): string {
  return dayOf(time, timeZone).slice(0, 7);
}

export function periodBounds(
  period: string,
  timeZone: string,
): { readonly start: number; readonly end: number } {
  return {
    start: startOfDay(`${period}-01`, timeZone),
    end: startOfDay(addDays(lastDayOf(period), 1), timeZone),
  };
}

export function lastDayOf(period: string): string {
  const [year = 0, month = 1] = period.split("-").map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}
