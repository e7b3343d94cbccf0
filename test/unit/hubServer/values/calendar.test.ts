import { expect, test } from "vitest";

import {
  lastDayOf,
  localTime,
  periodBounds,
  periodOf,
} from "../../../../src/hubServer/values/calendar.ts";
import { dayOf } from "../../../../src/shared/base/calendar.ts";

const iso = (time: number): string => new Date(time).toISOString();

test.each([
  ["America/Sao_Paulo", "2026-11-30T23:59:59-03:00"],
  ["Asia/Kolkata", "2026-12-01T08:29:59+05:30"],
  ["UTC", "2026-12-01T02:59:59+00:00"],
  ["Europe/London", "2026-12-01T02:59:59+00:00"],
  ["Pacific/Chatham", "2026-12-01T16:44:59+13:45"],
])("a time for people in %s has the offset of its zone", (zone, text) => {
  expect(localTime(Date.parse("2026-12-01T02:59:59Z"), zone)).toBe(text);
  expect(iso(Date.parse(text))).toBe("2026-12-01T02:59:59.000Z");
});

test("a month ends at midnight of the organisation, not of Greenwich", () => {
  const beforeMidnight = Date.parse("2026-12-01T02:59:59.999Z");
  expect(dayOf(beforeMidnight, "America/Sao_Paulo")).toBe("2026-11-30");
  expect(periodOf(beforeMidnight, "America/Sao_Paulo")).toBe("2026-11");
  expect(periodOf(beforeMidnight + 1, "America/Sao_Paulo")).toBe("2026-12");
  expect(periodOf(beforeMidnight, "Asia/Tokyo")).toBe("2026-12");
});

test.each([
  ["America/Sao_Paulo", "2026-11", "2026-11-01T03:00:00.000Z", "2026-12-01T03:00:00.000Z"],
  ["America/Sao_Paulo", "2026-12", "2026-12-01T03:00:00.000Z", "2027-01-01T03:00:00.000Z"],
  ["UTC", "2028-02", "2028-02-01T00:00:00.000Z", "2028-03-01T00:00:00.000Z"],
  ["Europe/Berlin", "2026-10", "2026-09-30T22:00:00.000Z", "2026-10-31T23:00:00.000Z"],
  ["Asia/Kathmandu", "2026-01", "2025-12-31T18:15:00.000Z", "2026-01-31T18:15:00.000Z"],
  ["Pacific/Kiritimati", "2026-05", "2026-04-30T10:00:00.000Z", "2026-05-31T10:00:00.000Z"],
  ["Pacific/Niue", "2026-05", "2026-05-01T11:00:00.000Z", "2026-06-01T11:00:00.000Z"],
])("in %s the month %s is from %s to %s", (zone, period, start, end) => {
  const bounds = periodBounds(period, zone);
  expect([iso(bounds.start), iso(bounds.end)]).toEqual([start, end]);
  expect(periodOf(bounds.start, zone)).toBe(period);
  expect(periodOf(bounds.start - 1, zone)).not.toBe(period);
  expect(periodOf(bounds.end - 1, zone)).toBe(period);
});

test("the end of a month is the beginning of the next, through years of changing clocks", () => {
  for (const zone of ["America/Sao_Paulo", "America/New_York", "Australia/Lord_Howe"]) {
    for (let month = 0; month < 60; month += 1) {
      const [one, next] = [month, month + 1].map((index) => {
        const text = iso(Date.UTC(2015, index, 15)).slice(0, 7);
        return periodBounds(text, zone);
      });
      expect([zone, month, one?.end]).toEqual([zone, month, next?.start]);
    }
  }
});

test.each([
  ["2026-11", "2026-11-30"],
  ["2026-12", "2026-12-31"],
  ["2026-02", "2026-02-28"],
  ["2028-02", "2028-02-29"],
])("the last day of %s is %s", (period, day) => {
  expect(lastDayOf(period)).toBe(day);
});
