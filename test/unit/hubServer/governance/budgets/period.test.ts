import { describe, expect, test } from "vitest";

import { MonthFinder } from "../../../../../src/hubServer/governance/budgets/period.ts";
import { dayOf } from "../../../../../src/shared/base/calendar.ts";

const iso = (time: number): string => new Date(time).toISOString();

function monthAt(time: string, timeZone: string): readonly string[] {
  const { key, start, end } = new MonthFinder().monthOf(Date.parse(time), timeZone);
  return [key, iso(start), iso(end)];
}

describe("the month of a time", () => {
  test.each([
    [
      "2026-11-21T12:00:00Z",
      "America/Sao_Paulo",
      "2026-11",
      "2026-11-01T03:00",
      "2026-12-01T03:00",
    ],
    [
      "2026-12-31T23:59:59Z",
      "America/Sao_Paulo",
      "2026-12",
      "2026-12-01T03:00",
      "2027-01-01T03:00",
    ],
    [
      "2027-01-01T02:59:59.999Z",
      "America/Sao_Paulo",
      "2026-12",
      "2026-12-01T03:00",
      "2027-01-01T03:00",
    ],
    [
      "2027-01-01T03:00:00Z",
      "America/Sao_Paulo",
      "2027-01",
      "2027-01-01T03:00",
      "2027-02-01T03:00",
    ],
    // Summer time was still kept in Brazil then: it began in the month and is in the end, not in the start.
    [
      "2018-11-21T12:00:00Z",
      "America/Sao_Paulo",
      "2018-11",
      "2018-11-01T03:00",
      "2018-12-01T02:00",
    ],
    ["2026-03-10T12:00:00Z", "Europe/Lisbon", "2026-03", "2026-03-01T00:00", "2026-03-31T23:00"],
    ["2026-10-10T12:00:00Z", "Europe/Lisbon", "2026-10", "2026-09-30T23:00", "2026-11-01T00:00"],
    ["2028-02-29T12:00:00Z", "UTC", "2028-02", "2028-02-01T00:00", "2028-03-01T00:00"],
    ["2026-07-15T00:00:00Z", "Asia/Kathmandu", "2026-07", "2026-06-30T18:15", "2026-07-31T18:15"],
    [
      "2026-01-01T00:00:00Z",
      "Pacific/Kiritimati",
      "2026-01",
      "2025-12-31T10:00",
      "2026-01-31T10:00",
    ],
    ["2026-01-01T00:00:00Z", "Pacific/Niue", "2025-12", "2025-12-01T11:00", "2026-01-01T11:00"],
  ])("%s in %s is %s, from %s to %s", (time, timeZone, ...month) => {
    const [key, start, end] = month;
    expect(monthAt(time, timeZone)).toEqual([key, `${start}:00.000Z`, `${end}:00.000Z`]);
  });
});

test.each(["America/Sao_Paulo", "Europe/Lisbon", "America/Havana", "Australia/Lord_Howe"])(
  "the months of %s follow each other without a gap, for ten years and through a clock that is set back",
  (timeZone) => {
    const months = new MonthFinder();
    let month = months.monthOf(Date.UTC(2020, 0, 15), timeZone);
    for (let count = 1; count < 120; count += 1) {
      const next = months.monthOf(month.end, timeZone);
      expect(next.start).toBe(month.end);
      expect(next.key > month.key).toBe(true);
      expect(months.monthOf(next.start - 1, timeZone)).toEqual(month);
      expect(dayOf(next.start, timeZone)).toBe(`${next.key}-01`);
      month = next;
    }
    expect(month.key).toBe("2029-12");
  },
);
