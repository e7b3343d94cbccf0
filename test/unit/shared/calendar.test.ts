import { describe, expect, test } from "vitest";

import {
  dayOf,
  endOfDay,
  isDay,
  isTimeZone,
  startOfDay,
} from "../../../src/shared/base/calendar.ts";

describe("a day in a zone", () => {
  test.each([
    ["America/Sao_Paulo", "2026-11-21", "2026-11-21T03:00:00.000Z", "2026-11-22T02:59:59.000Z"],
    ["UTC", "2026-11-21", "2026-11-21T00:00:00.000Z", "2026-11-21T23:59:59.000Z"],
    // The clocks go back by an hour on this day, and forward on the next one.
    ["Europe/Berlin", "2026-10-25", "2026-10-24T22:00:00.000Z", "2026-10-25T22:59:59.000Z"],
    ["America/New_York", "2026-03-08", "2026-03-08T05:00:00.000Z", "2026-03-09T03:59:59.000Z"],
    // The clocks skip midnight, and go back at midnight.
    ["America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00.000Z", "2018-11-05T01:59:59.000Z"],
    ["America/Sao_Paulo", "2019-02-16", "2019-02-16T02:00:00.000Z", "2019-02-17T02:59:59.000Z"],
    ["America/Santiago", "2026-09-06", "2026-09-06T04:00:00.000Z", "2026-09-07T02:59:59.000Z"],
    ["UTC", "9999-12-31", "9999-12-31T00:00:00.000Z", "9999-12-31T23:59:59.000Z"],
    ["Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00.000Z", "2026-04-24T20:59:59.000Z"],
    ["Asia/Kolkata", "2026-01-01", "2025-12-31T18:30:00.000Z", "2026-01-01T18:29:59.000Z"],
  ])("in %s %s begins at %s and ends at %s", (zone, day, start, end) => {
    const bounds = [startOfDay(day, zone), endOfDay(day, zone)];
    expect(bounds.map((time) => new Date(time).toISOString())).toEqual([start, end]);
    expect(bounds.map((time) => dayOf(time, zone))).toEqual([day, day]);
  });
});

test("time zones are those that the computer knows", () => {
  expect(["America/Sao_Paulo", "UTC", "Europe/Lisbon"].map(isTimeZone)).toEqual([true, true, true]);
  expect(["", "Brasilia", "America/", "../etc"].map(isTimeZone)).toEqual(Array(4).fill(false));
});

test("a day is one of the calendar", () => {
  expect(["2026-02-28", "2028-02-29"].map(isDay)).toEqual([true, true]);
  expect(["2026-02-29", "2026-02-30", "2026-13-01", "x"].map(isDay)).toEqual(Array(4).fill(false));
});

test("the day turns to the millisecond, whichever zone was asked for before", () => {
  const midnight = Date.parse("2026-11-22T03:00:00.000Z");
  const days = [midnight - 1, midnight, midnight - 1, midnight + 999].flatMap((time) => [
    dayOf(time, "America/Sao_Paulo"),
    dayOf(time, "UTC"),
    dayOf(time, "Asia/Kathmandu"),
  ]);
  const before = ["2026-11-21", "2026-11-22", "2026-11-22"];
  const after = ["2026-11-22", "2026-11-22", "2026-11-22"];
  expect(days).toEqual([...before, ...after, ...before, ...after]);
});
