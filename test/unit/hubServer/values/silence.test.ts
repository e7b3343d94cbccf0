import { expect, test } from "vitest";

import { Silence } from "../../../../src/hubServer/values/silence.ts";
import { FakeClock } from "../../../support/fakeClock.ts";

function silenceOf(ms: number): {
  readonly clock: FakeClock;
  readonly silence: Silence;
  readonly reported: number[];
} {
  const clock = new FakeClock();
  const start = clock.now();
  const reported: number[] = [];
  const silence = new Silence(clock, ms, () => reported.push(clock.now() - start));
  return { clock, silence, reported };
}

test("a silence counts from the last sound, to the millisecond, and is reported again", () => {
  const { clock, silence, reported } = silenceOf(1_000);
  clock.advance(300);
  silence.heard();
  clock.advance(600);
  silence.heard();
  clock.advance(5_000);
  expect(reported).toEqual([1_900, 2_900, 3_900, 4_900, 5_900]);
});

test("a thousand sounds need no timer of their own", () => {
  const { clock, silence, reported } = silenceOf(1_000);
  for (let sound = 0; sound < 1_000; sound += 1) {
    clock.advance(10);
    silence.heard();
    expect(clock.pendingTimers).toBe(1);
  }
  expect(reported).toEqual([]);
});

test("a clock that is set back makes a silence longer by its own time at most", () => {
  const { clock, silence, reported } = silenceOf(1_000);
  clock.advance(500);
  silence.heard();
  clock.setBack(100_000);
  clock.advance(1_499);
  expect(reported).toEqual([]);
  clock.advance(1);
  expect(reported).toHaveLength(1);
});

test("a clock that is set forward reports no silence where something was just heard", () => {
  const { clock, silence, reported } = silenceOf(1_000);
  clock.advance(500);
  silence.heard();
  clock.setBack(-100_000);
  clock.advance(500);
  expect(reported).toEqual([]);
  clock.advance(125);
  expect(reported).toHaveLength(1);
});

test("after a stop nothing is reported; a restart counts anew", () => {
  const { clock, silence, reported } = silenceOf(1_000);
  silence.stop();
  silence.heard();
  clock.advance(5_000);
  expect(reported).toEqual([]);
  expect(clock.pendingTimers).toBe(0);
  silence.restart();
  clock.advance(1_000);
  expect(reported).toEqual([6_000]);
});
