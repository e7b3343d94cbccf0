import { expect, test } from "vitest";

import { Breakers } from "../../../../src/hubServer/failover/breakers.ts";

function lab() {
  let now = 1_000_000;
  const breakers = new Breakers({ now: () => now });
  const fail = (times: number): void => {
    for (let time = 0; time < times; time += 1) {
      breakers.tries("a");
      breakers.failed("a");
    }
  };
  const advance = (ms: number): void => {
    now += ms;
  };
  return { breakers, fail, advance };
}

test("a route is avoided after three failures in a row, not after two", () => {
  const { breakers, fail } = lab();
  fail(2);
  expect(breakers.isOpen("a")).toBe(false);
  fail(1);
  expect([breakers.isOpen("a"), breakers.isOpen("b"), breakers.open]).toEqual([
    true,
    false,
    new Map([["a", 1_010_000]]),
  ]);
});

test("an answer between failures counts from the beginning", () => {
  const { breakers, fail } = lab();
  fail(2);
  breakers.worked("a");
  fail(2);
  expect(breakers.isOpen("a")).toBe(false);
});

test("after the pause one request tries it, and keeps others away meanwhile", () => {
  const { breakers, fail, advance } = lab();
  fail(3);
  advance(10_000);
  expect(breakers.isOpen("a")).toBe(false);
  breakers.tries("a");
  expect(breakers.isOpen("a")).toBe(true);
  breakers.worked("a");
  expect([breakers.isOpen("a"), breakers.open]).toEqual([false, new Map()]);
});

test("each further failure doubles the pause, up to five minutes", () => {
  const { breakers, fail, advance } = lab();
  fail(3);
  const pauses = Array.from({ length: 8 }, () => {
    let seconds = 0;
    for (; breakers.isOpen("a"); seconds += 10) {
      advance(10_000);
    }
    fail(1);
    return seconds;
  });
  expect(pauses).toEqual([10, 20, 40, 80, 160, 300, 300, 300]);
});
