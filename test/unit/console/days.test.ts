import { describe, expect, test } from "vitest";

import { rangeOf } from "../../../src/console/data/period.ts";
import { dayIn, endOfDay, startOfDay } from "../../../src/console/data/zone.ts";

describe("a day in a zone", () => {
  test.each([
    ["America/Sao_Paulo", "2026-11-21", "2026-11-21T03:00:00.000Z", "2026-11-22T02:59:59.000Z"],
    ["UTC", "2026-11-21", "2026-11-21T00:00:00.000Z", "2026-11-21T23:59:59.000Z"],
    // The clocks go back by an hour on this day, and forward on the next one.
    ["Europe/Berlin", "2026-10-25", "2026-10-24T22:00:00.000Z", "2026-10-25T22:59:59.000Z"],
    ["America/New_York", "2026-03-08", "2026-03-08T05:00:00.000Z", "2026-03-09T03:59:59.000Z"],
    ["Asia/Kolkata", "2026-01-01", "2025-12-31T18:30:00.000Z", "2026-01-01T18:29:59.000Z"],
  ])("in %s %s begins at %s and ends at %s", (zone, day, start, end) => {
    expect([startOfDay(zone, day), endOfDay(zone, day)]).toEqual([start, end]);
    expect([dayIn(zone, Date.parse(start)), dayIn(zone, Date.parse(end))]).toEqual([day, day]);
  });
});

describe("a period", () => {
  const none = { start: null, end: null };
  test.each([
    [{ period: "month", ...none }, "2026-11-01", "2026-11-21"],
    [{ period: "last", ...none }, "2026-10-01", "2026-10-31"],
    [{ period: "7", ...none }, "2026-11-15", "2026-11-21"],
    [{ period: "30", ...none }, "2026-10-23", "2026-11-21"],
    [{ period: "custom", start: "2026-02-27", end: "2026-03-02" }, "2026-02-27", "2026-03-02"],
    [{ period: "custom", start: "2026-03-02", end: "2026-02-27" }, "2026-11-01", "2026-11-21"],
    [{ period: "custom", start: "1970-01-01", end: "2026-02-27" }, "2026-11-01", "2026-11-21"],
    [{ period: "custom", start: "x", end: "2026-02-27" }, "2026-11-01", "2026-11-21"],
  ] as const)("%j is from %s to %s", (choice, start, end) => {
    expect(rangeOf(choice, "2026-11-21")).toEqual({ start, end });
  });
});
