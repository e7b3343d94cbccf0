import { describe, expect, test } from "vitest";

import {
  leastOutput,
  rateState,
  usedInWindow,
  waitFor,
} from "../../../../src/hubServer/store/slidingWindow.ts";

const buckets = [
  { lastAt: 50_000, amount: 3 },
  { lastAt: 10_000, amount: 2 },
];

describe("a sliding window", () => {
  test("holds what is younger than a minute, to the millisecond", () => {
    expect(usedInWindow(buckets, 69_999)).toBe(5);
    expect(usedInWindow(buckets, 70_000)).toBe(3);
    expect(usedInWindow(buckets, 110_000)).toBe(0);
  });

  test("says exactly how long until an amount fits", () => {
    const wait = (amount: number): number => waitFor(amount, 6, buckets, 60_000);

    expect([1, 2, 3, 4, 6, 7].map(wait)).toEqual([0, 10_000, 10_000, 50_000, 50_000, 60_000]);
    expect(waitFor(3, 6, buckets, 69_999)).toBe(1);
    expect(waitFor(3, 6, buckets, 70_000)).toBe(0);
  });

  test("tells what remains, and when it is whole again", () => {
    expect(rateState(6, buckets, 60_000)).toEqual({ limit: 6, remaining: 1, resetMs: 50_000 });
    expect(rateState(4, buckets, 60_000)).toMatchObject({ remaining: 0 });
    expect(rateState(6, [], 60_000)).toEqual({ limit: 6, remaining: 6, resetMs: 0 });
    expect(rateState(6, [{ lastAt: 50_000, amount: 0 }], 60_000)).toMatchObject({ resetMs: 0 });
  });

  test("ignores what lies more than a minute ahead of a clock that was set back", () => {
    expect(usedInWindow([{ lastAt: 200_000, amount: 1 }], 100_000)).toBe(0);
    expect(usedInWindow([{ lastAt: 160_000, amount: 1 }], 100_000)).toBe(1);
  });
});

test("an answer is worth waiting for a quarter of what the limit could allow it, or for its wish", () => {
  expect(leastOutput(32_000, 1_000, 200)).toBe(200);
  expect(leastOutput(50, 1_000, 200)).toBe(50);
  expect(leastOutput(32_000, 1_000, 999)).toBe(1);
  expect(leastOutput(32_000, 1_000, 5_000)).toBe(1);
  expect(leastOutput(0, 1_000, 200)).toBe(0);
});
