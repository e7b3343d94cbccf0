import { expect, test } from "vitest";

import { atMost, orAborted, pause, wait, within } from "../../../src/shared/base/waiting.ts";
import { FakeClock } from "../../support/fakeClock.ts";

const live = (): AbortController => new AbortController();

test("a wait ends with its time and leaves no timer", async () => {
  const clock = new FakeClock();
  const waited = wait(clock, 100, live().signal);
  expect(clock.pendingTimers).toBe(1);
  clock.advance(100);
  await waited;
  expect(clock.pendingTimers).toBe(0);
});

test("an aborted wait rejects with the reason, before or during it, and leaves no timer", async () => {
  const clock = new FakeClock();
  const controller = live();
  const waited = wait(clock, 100, controller.signal);
  controller.abort(new Error("stopped"));
  await expect(waited).rejects.toThrow("stopped");
  await expect(wait(clock, 100, controller.signal)).rejects.toThrow("stopped");
  expect(clock.pendingTimers).toBe(0);
});

test("an aborted pause is merely shorter", async () => {
  const clock = new FakeClock();
  const controller = live();
  const paused = pause(clock, 100, controller.signal);
  controller.abort();
  await paused;
  await pause(clock, 100, controller.signal);
  expect(clock.pendingTimers).toBe(0);
});

test("work gives its own outcome until it is aborted, and a late failure disturbs nobody", async () => {
  const controller = live();
  expect(await orAborted(Promise.resolve(1), controller.signal)).toBe(1);
  await expect(orAborted(Promise.reject(new Error("own")), controller.signal)).rejects.toThrow(
    "own",
  );
  const late = live();
  const failing = orAborted(new Promise<number>(() => undefined), late.signal);
  const work = orAborted(failing, controller.signal);
  controller.abort(new Error("stopped"));
  await expect(work).rejects.toThrow("stopped");
  late.abort(new Error("late"));
  await new Promise((resolve) => setImmediate(resolve));
});

test("work within a time gives its outcome, or nothing when it takes longer, and leaves no timer", async () => {
  const clock = new FakeClock();
  expect(await within(clock, 100, Promise.resolve(1))).toBe(1);
  await expect(within(clock, 100, Promise.reject(new Error("own")))).rejects.toThrow("own");
  const late = within(clock, 100, new Promise<number>(() => undefined));
  clock.advance(100);
  expect(await late).toBeUndefined();
  await atMost(clock, 100, Promise.reject(new Error("dropped")));
  expect(clock.pendingTimers).toBe(0);
});
