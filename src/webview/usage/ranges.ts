export interface Days {
  readonly start: string;
  readonly end: string;
}

export const rangeNames = ["month", "lastMonth", "week", "days30", "custom"] as const;

export type RangeName = (typeof rangeNames)[number];

const dayMs = 86_400_000;
const maxDays = 400;

export function daysOf(name: Exclude<RangeName, "custom">, today: string): Days {
  const month = today.slice(0, 7);
  switch (name) {
    case "month":
      return { start: `${month}-01`, end: today };
    case "lastMonth": {
      const end = plusDays(`${month}-01`, -1);
      return { start: `${end.slice(0, 7)}-01`, end };
    }
    case "week":
      return { start: plusDays(today, -6), end: today };
    case "days30":
      return { start: plusDays(today, -29), end: today };
    default:
      return name satisfies never;
  }
}

export function dayAt(at: number, timeZone: string | undefined): string {
  const format = (zone: string | undefined): string =>
    new Intl.DateTimeFormat("en-CA", {
      ...(zone !== undefined && { timeZone: zone }),
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
    }).format(at);
  try {
    return format(timeZone);
  } catch {
    // The browser does not know the hub's time zone.
    return format(undefined);
  }
}

export function rangeProblem({
  start,
  end,
}: Days): "incomplete" | "backwards" | "tooLong" | undefined {
  if (!isDay(start) || !isDay(end)) {
    return "incomplete";
  }
  const days = (Date.parse(end) - Date.parse(start)) / dayMs;
  return days < 0 ? "backwards" : days >= maxDays ? "tooLong" : undefined;
}

export function daysBetween({ start, end }: Days): readonly string[] {
  const days: string[] = [];
  for (let day = start; day <= end && days.length < maxDays; day = plusDays(day, 1)) {
    days.push(day);
  }
  return days;
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/u.test(text) && !Number.isNaN(Date.parse(text));
}

function plusDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);
}
