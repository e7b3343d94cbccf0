import { describe, expect, test } from "vitest";

import { RunCap } from "../../../../src/agent/run/runCap.ts";

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
    expect(cap.failureAt({ cost: "5" })).toBeUndefined();
    cap.request.onAnswer(undefined);
    expect(cap.isHeld).toBe(false);
    expect(cap.failureAt({ cost: "5" })).toEqual({ kind: "run_budget", used: "5", limit: "1.00" });
  });

  test("of a hub that does not hold it counts by reported costs, else by tokens", () => {
    const cap = new RunCap("run", 2);
    cap.request.onAnswer(undefined);
    expect(cap.failureAt({})).toBeUndefined();
    expect(cap.failureAt({ cost: "1.99", inputTokens: 9_000_000 })).toBeUndefined();
    expect(cap.failureAt({ cost: "2" })).toMatchObject({ kind: "run_budget" });
    expect(cap.failureAt({ inputTokens: 499_000, outputTokens: 999 })).toBeUndefined();
    expect(cap.failureAt({ inputTokens: 499_000, outputTokens: 1_000 })).toEqual({
      kind: "run_budget",
    });
  });
});
