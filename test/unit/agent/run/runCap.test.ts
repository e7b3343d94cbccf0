import { describe, expect, test } from "vitest";

import type { RunEnd } from "../../../../src/agent/run/cards/agentEvents.ts";
import {
  capMoreText,
  capPause,
  capPauseText,
  nextCap,
  raisedCap,
  RunCap,
} from "../../../../src/agent/run/runCap.ts";

describe("the cap of a run", () => {
  test.each([
    [2, "2.00"],
    [0.5, "0.50"],
    [0.001234, "0.001234"],
    [0.000_000_1, "0.00"],
    [1e30, "999999999.00"],
    [Infinity, "999999999.00"],
    [-1, "0.00"],
  ])("of %d is sent as %s", (maxCost, limit) => {
    expect(new RunCap("run", maxCost).request).toMatchObject({ id: "run", limit });
  });

  test("that the person raised names the one before it, under the same run", () => {
    const { state } = new RunCap("first", 2);
    expect(new RunCap("second", 4, state).request).toMatchObject({
      id: "first",
      limit: "4.00; was=2.00",
    });
    expect(new RunCap("second", 2, state).request).toMatchObject({ id: "first", limit: "2.00" });
  });

  test("is the hub's to hold as long as each answer says so", () => {
    const cap = new RunCap("run", 1);
    expect(cap.isHeld).toBe(false);
    cap.request.onAnswer("0.90");
    expect(cap.isHeld).toBe(true);
    expect(cap.failureAt({ cost: "5" }, 9)).toBeUndefined();
    cap.request.onAnswer(undefined);
    expect(cap.isHeld).toBe(false);
    expect(cap.failureAt({ cost: "5", currency: "USD" }, 9)).toEqual({
      kind: "run_budget",
      used: "5",
      limit: "1.00",
      unit: "USD",
    });
  });

  test("of a hub that does not hold it counts by reported costs, else by tokens", () => {
    const cap = new RunCap("run", 2);
    cap.request.onAnswer(undefined);
    expect(cap.failureAt({}, 0)).toBeUndefined();
    expect(cap.failureAt({ cost: "1.99" }, 9_000_000)).toBeUndefined();
    expect(cap.failureAt({ cost: "2" }, 9)).toMatchObject({ used: "2", limit: "2.00" });
    expect(cap.failureAt({}, 499_999)).toBeUndefined();
    expect(cap.failureAt({ cost: "0" }, 500_000)).toEqual({
      kind: "run_budget",
      used: "500000",
      limit: "500000",
      unit: "tokens",
    });
  });
});

const budget = (used: string, limit: string, unit?: string): Pick<RunEnd, "pause" | "failure"> => ({
  pause: "budget",
  failure: { kind: "run_budget", used, limit, ...(unit && { unit }) },
});
const terms = { step: 2, maxSteps: 100 };

describe("a pause at a cap", () => {
  test.each([
    [
      budget("434150", "500000", "tokens"),
      "434,150 of 500,000 tokens",
      "500,000 more tokens",
      "4.00",
    ],
    [budget("1.98", "2.00", "USD"), "1.98 of 2.00 USD", "2.00 more USD", "4.00"],
    [budget("0.000012", "2", "BRL"), "0.000012 of 2.00 BRL", "2.00 more BRL", "4.00"],
    [budget("2.1", "2"), "2.10 of 2.00", "2.00 more", "4.00"],
    [{ pause: "steps" as const }, "200 of 200 steps", "100 more steps", undefined],
  ])("%j is told in the unit that limits, with what can be added", (end, used, more, raised) => {
    const cap = capPause({ ...end, steps: 200 }, terms);
    expect(cap && capPauseText(cap)).toBe(`Paused: ${used} used`);
    expect(cap && capMoreText(cap)).toBe(more);
    expect(cap && raisedCap(cap)).toBe(raised);
  });

  test("gets no more than the hub's policy allows", () => {
    const end = { ...budget("490000", "500000", "tokens"), steps: 1 };
    expect(capPause(end, { ...terms, most: 3 })).toMatchObject({ more: "250000" });
    expect(capPause(end, { ...terms, most: 2 })).not.toHaveProperty("more");
    expect(capPause({ ...budget("2", "2"), steps: 1 }, { ...terms, step: 0.1 })).toMatchObject({
      more: "0.1",
    });
  });

  test("is nothing that a loop or a failure brings", () => {
    expect(capPause({ pause: "loop", steps: 1 }, terms)).toBeUndefined();
    expect(capPause({ failure: { kind: "upstream_error" }, steps: 1 }, terms)).toBeUndefined();
  });
});

test("the cap of a run that goes on is never lowered but by the hub's policy", () => {
  const earlier = { id: "run", limit: "4.00" };
  expect(nextCap({ step: 2 })).toBe(2);
  expect(nextCap({ step: 2 }, earlier)).toBe(4);
  expect(nextCap({ step: 5 }, earlier)).toBe(5);
  expect(nextCap({ step: 2 }, earlier, true)).toBe(6);
  expect(nextCap({ step: 2, most: 5 }, earlier, true)).toBe(5);
  expect(nextCap({ step: 2, most: 3 }, earlier)).toBe(3);
});
