import { expect, test } from "vitest";

import { Watchdog } from "../../../src/hub/wire/watchdog.ts";
import { FakeClock } from "../../support/fakeClock.ts";

const { signal } = new AbortController();

test("while something comes, nothing ends but the whole", () => {
  const clock = new FakeClock();
  const watchdog = new Watchdog(clock, signal);
  watchdog.headersArrived();
  for (let second = 0; second < 29 * 60; second += 1) {
    watchdog.bytesArrived();
    watchdog.contentArrived();
    clock.advance(1000);
  }
  expect(watchdog.reason).toBeUndefined();
  clock.advance(60_000);
  expect(watchdog.reason?.kind).toBe("idle_timeout");
});

test("at most one timer runs, and being put off starts none", () => {
  const clock = new FakeClock();
  let started = 0;
  const watchdog = new Watchdog(
    {
      now: () => clock.now(),
      startTimer: (callback, ms) => {
        started += 1;
        return clock.startTimer(callback, ms);
      },
    },
    signal,
  );
  watchdog.headersArrived();
  const before = started;
  for (let piece = 0; piece < 1000; piece += 1) {
    watchdog.bytesArrived();
    watchdog.contentArrived();
  }
  expect(started).toBe(before);
  expect(clock.pendingTimers).toBe(1);
  watchdog.dispose();
  expect(clock.pendingTimers).toBe(0);
});

test("waiting is told once in each silence", () => {
  const clock = new FakeClock();
  const waits: number[] = [];
  const watchdog = new Watchdog(clock, signal, { onWaiting: ({ sinceMs }) => waits.push(sinceMs) });
  clock.advance(9_000);
  expect(waits).toEqual([]);
  clock.advance(20_000);
  expect(waits).toEqual([10_000]);
  watchdog.headersArrived();
  watchdog.contentArrived();
  clock.advance(30_000);
  expect(waits).toEqual([10_000, 10_000]);
});

test("a silence of a minute is told again, with what the hub sent last", () => {
  const clock = new FakeClock();
  const told: unknown[] = [];
  const watchdog = new Watchdog(clock, signal, { onWaiting: (info) => told.push(info) });
  clock.advance(10_000);
  watchdog.headersArrived();
  clock.advance(20_000);
  watchdog.bytesArrived();
  clock.advance(30_000);
  clock.advance(100_000);
  expect(told).toEqual([
    { sinceMs: 10_000, last: "nothing" },
    { sinceMs: 60_000, last: "life" },
  ]);
  watchdog.dispose();
});

test("a clock that is set back by a day gives no more time", () => {
  const clock = new FakeClock();
  let setBackBy = 0;
  const watchdog = new Watchdog(
    { now: () => clock.now() - setBackBy, startTimer: clock.startTimer },
    signal,
  );
  watchdog.headersArrived();
  setBackBy = 86_400_000;
  clock.advance(331_000);
  expect(watchdog.reason?.kind).toBe("idle_timeout");
});

test("a first word after three minutes is waited for, whether or not the hub sends signs of life", () => {
  for (const signs of [true, false]) {
    const clock = new FakeClock();
    const watchdog = new Watchdog(clock, signal);
    watchdog.headersArrived();
    for (let second = 1; second <= 180; second += 1) {
      clock.advance(1_000);
      if (signs && second % 15 === 0) {
        watchdog.bytesArrived();
      }
    }
    expect(watchdog.reason).toBeUndefined();
    watchdog.dispose();
  }
});

test("a hub that sent signs of life and then nothing for a minute is gone", () => {
  const clock = new FakeClock();
  const watchdog = new Watchdog(clock, signal);
  watchdog.headersArrived();
  for (let sign = 0; sign < 3; sign += 1) {
    clock.advance(15_000);
    watchdog.bytesArrived();
  }
  clock.advance(59_000);
  expect(watchdog.reason).toBeUndefined();
  clock.advance(1_000);
  expect(watchdog.reason?.kind).toBe("idle_timeout");
});

test("content that comes late is no sign of life", () => {
  const clock = new FakeClock();
  const watchdog = new Watchdog(clock, signal);
  watchdog.headersArrived();
  for (let word = 0; word < 5; word += 1) {
    clock.advance(100_000);
    watchdog.bytesArrived();
    watchdog.contentArrived();
  }
  expect(watchdog.reason).toBeUndefined();
});

test("what the person set is what is waited", () => {
  const clock = new FakeClock();
  const patience = { silence: 30_000, whole: 60_000 };
  const watchdog = new Watchdog(clock, signal, { patience });
  clock.advance(30_000);
  expect(watchdog.reason?.kind).toBe("first_byte_timeout");
});

test("the caller's abort is cancelled, now or before, and leaves no listener", () => {
  const clock = new FakeClock();
  const controller = new AbortController();
  const watchdog = new Watchdog(clock, controller.signal);
  controller.abort();
  expect(watchdog.reason?.kind).toBe("cancelled");
  expect(watchdog.signal.aborted).toBe(true);
  expect(new Watchdog(clock, controller.signal).reason?.kind).toBe("cancelled");
  expect(clock.pendingTimers).toBe(0);
});

test("after it was disposed nothing happens any more", () => {
  const clock = new FakeClock();
  const controller = new AbortController();
  const watchdog = new Watchdog(clock, controller.signal);
  watchdog.dispose();
  controller.abort();
  clock.advance(3_600_000);
  expect(watchdog.reason).toBeUndefined();
});
