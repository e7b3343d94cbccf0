import { expect, test } from "vitest";

import { FailedTries } from "../../../../src/hubServer/auth/failedTries.ts";
import { FakeClock } from "../../../support/fakeClock.ts";

const maxWaitMs = 300_000;

test("after the free tries the wait doubles up to its limit", () => {
  const clock = new FakeClock();
  const tries = new FailedTries(clock, { free: 3, maxWaitMs });
  const waits: number[] = [];
  for (let count = 0; count < 15; count += 1) {
    tries.begin("ana");
    const wait = tries.waitOf("ana");
    waits.push(wait / 1_000);
    clock.advance(wait);
    expect(tries.waitOf("ana")).toBe(0);
  }
  expect(waits.slice(0, 5)).toEqual([0, 0, 1, 2, 4]);
  expect(waits.at(-1)).toBe(300);
});

test("a wait of one key is no wait of another", () => {
  const tries = new FailedTries(new FakeClock(), { free: 1, maxWaitMs });
  tries.begin("ana");
  expect([tries.waitOf("ana"), tries.waitOf("bia")]).toEqual([1_000, 0]);
});

test("a right try does not count, and does not take back the wrong ones", () => {
  const tries = new FailedTries(new FakeClock(), { free: 2, maxWaitMs });
  for (let count = 0; count < 10; count += 1) {
    tries.begin("ana");
    tries.succeed("ana");
  }
  expect([tries.countOf("ana"), tries.waitOf("ana")]).toEqual([0, 0]);
  tries.begin("ana");
  tries.begin("bia");
  tries.succeed("bia");
  tries.begin("ana");
  expect([tries.countOf("ana"), tries.waitOf("ana")]).toEqual([2, 1_000]);
});

test("a quarter of an hour without a try forgets all of them", () => {
  const clock = new FakeClock();
  const tries = new FailedTries(clock, { free: 1, maxWaitMs });
  for (let count = 0; count < 8; count += 1) {
    tries.begin("ana");
  }
  clock.advance(15 * 60_000);
  tries.begin("ana");
  expect(tries.waitOf("ana")).toBe(1_000);
});

test("a clock that was set back makes no wait longer than the longest", () => {
  const clock = new FakeClock();
  clock.advance(24 * 3_600_000);
  const tries = new FailedTries(clock, { free: 1, maxWaitMs });
  tries.begin("ana");
  clock.setBack(10 * 60_000);
  expect(tries.waitOf("ana")).toBe(maxWaitMs);
  clock.setBack(60 * 60_000);
  expect(tries.waitOf("ana")).toBe(0);
});

test("no more than ten thousand keys are kept, the newest", () => {
  const tries = new FailedTries(new FakeClock(), { free: 1, maxWaitMs });
  for (let key = 0; key <= 10_000; key += 1) {
    tries.begin(String(key));
  }
  expect([tries.waitOf("10000"), tries.waitOf("0")]).toEqual([1_000, 0]);
});
