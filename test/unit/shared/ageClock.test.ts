import { expect, test } from "vitest";

import { type AgeClock, lookAtClock } from "../../../src/shared/base/ageClock.ts";

const hour = 3_600_000;
const day = 24 * hour;
const start = Date.UTC(2026, 10, 1);

/** The trusted time after looks, each given by the days of the clock and the hours since the machine's start. */
function trustedAfter(...looks: readonly (readonly [days: number, uptimeHours: number])[]): number {
  let clock: AgeClock | undefined;
  for (const [days, hours] of looks) {
    clock = lookAtClock(clock, { now: start + days * day, uptimeMs: hours * hour });
  }
  return clock?.trusted ?? 0;
}

test("nothing is old at the first look", () => {
  expect(trustedAfter([0, 5])).toBe(0);
});

test("a time is trusted after the machine was on for a day", () => {
  expect(trustedAfter([0, 1], [0.9, 24])).toBe(0);
  expect(trustedAfter([0, 1], [1, 25])).toBe(start);
});

test("a run with the clock a month ahead makes nothing old, then or later", () => {
  expect(trustedAfter([0, 1], [1, 25], [31, 26])).toBe(start);
  expect(trustedAfter([0, 1], [1, 25], [31, 49.5], [2, 50], [3, 74])).toBe(start + 2 * day);
});

test("a clock that was ahead for a day of use is believed", () => {
  expect(trustedAfter([0, 1], [1, 25], [31, 50], [32, 74])).toBe(start + 31 * day);
});

test("the time that a machine was on counts over its restarts", () => {
  expect(trustedAfter([0, 100], [1, 10], [2, 13])).toBe(0);
  expect(trustedAfter([0, 100], [1, 10], [2, 20], [3, 5])).toBe(start);
});

test("a clock that goes back takes back what it said before", () => {
  expect(trustedAfter([31, 1], [32, 25], [1, 26])).toBe(start + day);
});
