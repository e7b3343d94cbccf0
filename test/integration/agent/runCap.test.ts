import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { AgentLab } from "./agentLab.ts";

const lab = new AgentLab();

beforeAll(() => lab.start(), 60_000);
afterAll(() => lab.hubs.dispose());

const look = { calls: [{ tool: "list_files", args: {} }] };

/** As a hub answers that does not know runs. */
const withoutRuns: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  headers.delete("x-hub-run");
  headers.delete("x-hub-run-limit");
  return fetch(input, { ...init, headers });
};

describe.each(["openai", "anthropic"] as const)("with %s", (format) => {
  test("an answer is cut where the cap ends, and the run pauses for a higher one", async () => {
    const { end, requests } = await lab.play(lab.folder({}), [{ text: "word ".repeat(4_000) }], {
      format,
      maxCost: 0.02,
    });
    expect(end).toMatchObject({
      outcome: "budget",
      pause: "budget",
      reason: "run_budget",
      failure: { kind: "run_budget", httpStatus: 402, hubCode: "run_budget_exceeded" },
    });
    expect(end).not.toHaveProperty("isApproximate");
    expect(Number(end?.failure?.used)).toBeLessThanOrEqual(5_000);
    expect(end?.failure?.limit).toBe("5000");
    // What the cut answer had is kept, and the next request was refused before it reached the model.
    expect(requests).toHaveLength(2);
    expect(requests[1]?.messages.at(-2)?.content).toMatch(/^word word /u);
  });

  test("a hub that does not hold the cap is asked until the reported use reaches it", async () => {
    const steps = [look, look, look, look, look, look, look, look, { text: "End." }];
    const { end, requests } = await lab.play(lab.folder({}), steps, {
      format,
      maxCost: 0.02,
      fetch: withoutRuns,
    });
    expect(end).toMatchObject({
      outcome: "budget",
      pause: "budget",
      reason: "run_budget",
      isApproximate: true,
    });
    expect(requests.length).toBeGreaterThan(1);
    expect(requests.length).toBeLessThan(steps.length);
  });

  test("a run within its cap ends as ever", async () => {
    const { end } = await lab.play(lab.folder({}), [look, { text: "End." }], {
      format,
      maxCost: 2,
    });
    expect(end).toEqual({ type: "end", outcome: "done", steps: 2, cost: "0.00", files: [] });
  });
});
