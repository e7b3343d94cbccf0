import { expect, test } from "vitest";

import { Leases } from "../../../../src/hubServer/local/leases.ts";
import { FakeClock } from "../../../support/fakeClock.ts";

function setUp(): { clock: FakeClock; leases: Leases; state: { idle: number; busy: boolean } } {
  const clock = new FakeClock();
  const state = { idle: 0, busy: false };
  const leases = new Leases({
    clock,
    idleMs: 60_000,
    isBusy: () => state.busy,
    onIdle: () => {
      state.idle += 1;
    },
  });
  return { clock, leases, state };
}

test("a hub that nobody ever used ends after the idle time, once", () => {
  const { clock, state } = setUp();
  clock.advance(59_000);
  expect(state.idle).toBe(0);
  clock.advance(1_000);
  expect(state.idle).toBe(1);
  clock.advance(600_000);
  expect(state.idle).toBe(1);
});

test("while a window renews its lease the hub stays", () => {
  const { clock, leases, state } = setUp();
  for (let times = 0; times < 100; times += 1) {
    leases.renew("window-1");
    clock.advance(10_000);
  }
  expect(state.idle).toBe(0);
});

test("the idle time counts from when the last window let go", () => {
  const { clock, leases, state } = setUp();
  leases.renew("window-1");
  leases.renew("window-2");
  leases.release("window-1");
  clock.advance(30_000);
  leases.release("window-2");
  clock.advance(59_000);
  expect(state.idle).toBe(0);
  clock.advance(2_000);
  expect(state.idle).toBe(1);
});

test("a window that vanished without a word keeps the hub only until its lease has run out", () => {
  const { clock, leases, state } = setUp();
  leases.renew("window-1");
  clock.advance(45_000 + 58_000);
  expect(state.idle).toBe(0);
  clock.advance(2_000);
  expect(state.idle).toBe(1);
});

test("an answer that is still being sent keeps the hub", () => {
  const { clock, state } = setUp();
  state.busy = true;
  clock.advance(600_000);
  expect(state.idle).toBe(0);
  state.busy = false;
  clock.advance(61_000);
  expect(state.idle).toBe(1);
});

test("after disposal no timer is left", () => {
  const { clock, leases } = setUp();
  leases.dispose();
  expect(clock.pendingTimers).toBe(0);
});
