import { expect, test } from "vitest";

import { Throttle } from "../../../../src/hubServer/auth/throttle.ts";
import { FakeClock } from "../../../support/fakeClock.ts";

const maxWaitMs = 300_000;

test("after the free tries the wait doubles up to its limit", () => {
  const clock = new FakeClock();
  const throttle = new Throttle(clock, { free: 3, maxWaitMs });
  const waits: number[] = [];
  for (let tries = 0; tries < 15; tries += 1) {
    expect(throttle.begin("ana")).toBe(0);
    const wait = throttle.begin("ana");
    if (tries >= 2) {
      waits.push(wait / 1_000);
    } else {
      throttle.succeed("ana");
    }
    clock.advance(wait);
  }
  expect(waits.slice(0, 3)).toEqual([1, 2, 4]);
  expect(waits.at(-1)).toBe(300);
});

test("a wait of one key is nobody else's", () => {
  const throttle = new Throttle(new FakeClock(), { free: 1, maxWaitMs });
  throttle.begin("ana");
  expect([throttle.begin("ana"), throttle.begin("bia")]).toEqual([1_000, 0]);
});

test("what is right does not count, and does not wipe out what was wrong", () => {
  const throttle = new Throttle(new FakeClock(), { free: 2, maxWaitMs });
  for (let count = 0; count < 10; count += 1) {
    expect(throttle.begin("ana")).toBe(0);
    throttle.succeed("ana");
  }
  throttle.begin("ana");
  throttle.begin("bia");
  throttle.succeed("bia");
  throttle.begin("ana");
  expect(throttle.begin("ana")).toBe(1_000);
});

test("a quarter of an hour without a try forgets all of them", () => {
  const clock = new FakeClock();
  const throttle = new Throttle(clock, { free: 1, maxWaitMs });
  for (let count = 0; count < 8; count += 1) {
    clock.advance(throttle.begin("ana"));
  }
  clock.advance(15 * 60_000);
  throttle.begin("ana");
  expect(throttle.begin("ana")).toBe(1_000);
});

test("a clock that was set back makes no wait longer than the longest", () => {
  const clock = new FakeClock();
  clock.advance(24 * 3_600_000);
  const throttle = new Throttle(clock, { free: 1, maxWaitMs });
  throttle.begin("ana");
  clock.setBack(10 * 60_000);
  expect(throttle.begin("ana")).toBe(maxWaitMs);
  clock.setBack(60 * 60_000);
  expect(throttle.begin("ana")).toBe(0);
});

test("no more than ten thousand keys are kept, the newest", () => {
  const throttle = new Throttle(new FakeClock(), { free: 1, maxWaitMs });
  for (let key = 0; key <= 10_000; key += 1) {
    throttle.begin(String(key));
  }
  expect(throttle.begin("10000")).toBe(1_000);
  expect(throttle.begin("0")).toBe(0);
});
