import { beforeEach, describe, expect, test } from "vitest";

import { callOf, clockAt, GovernanceLab, noon, usageOf } from "./governanceLab.ts";

let lab: GovernanceLab;

beforeEach(async () => {
  lab = new GovernanceLab();
  await lab.seed();
});

describe("how it ends", () => {
  test("a client that leaves pays for what it was sent, once", async () => {
    await lab.putBudget({ limit: 1_000_000 });
    const { meter } = await lab.admit({ maxOutputTokens: 5_000 });
    meter.addOutput("x".repeat(120));
    const first = await meter.settle("client_abort", 499);
    expect(await meter.settle("complete", 200)).toBe(first);
    expect(first.usage).toEqual(usageOf(100, 30));
    expect(await lab.spending()).toEqual({ spent: 130, reserved: 0 });
    expect(await lab.usage()).toMatchObject([{ outcome: "client_abort", outputTokens: 30 }]);
    expect(await lab.audited("usage", "stream.abort")).toHaveLength(2);
  });

  test("a complete answer costs what its upstream reports, hidden reasoning too", async () => {
    const { meter } = await lab.admit({ maxOutputTokens: 5_000 });
    meter.addOutput("yes");
    meter.report(usageOf(3_000, 900));
    await meter.settle("complete", 200);
    expect(await lab.usage()).toMatchObject([
      { inputTokens: 3_000, outputTokens: 900, usageSource: "upstream" },
    ]);
  });

  test.each([
    ["nothing", undefined],
    ["zeros", usageOf(0, 0)],
    ["no output", usageOf(100, 0)],
  ])("an upstream that reports %s for a text is estimated, never free", async (_, reported) => {
    const { meter } = await lab.admit();
    meter.addOutput("x".repeat(80));
    if (reported) {
      meter.report(reported);
    }
    await meter.settle("complete", 200);
    expect(await lab.usage()).toMatchObject([
      { inputTokens: 100, outputTokens: 20, usageSource: "estimated" },
    ]);
  });

  test("a budget that was made meanwhile counts the answer", async () => {
    const { meter } = await lab.admit();
    meter.report(usageOf(100, 30));
    await lab.putBudget({});
    await meter.settle("complete", 200);
    expect(await lab.spending()).toEqual({ spent: 130, reserved: 0 });
    expect(await lab.store.audit.verify()).toMatchObject({ isIntact: true });
  });

  test("an upstream that fails before it begins costs nothing", async () => {
    await lab.putBudget({ limit: 10_000 });
    const { meter } = await lab.admit();
    await meter.settle("failed", 502);
    expect(await lab.spending()).toEqual({ spent: 0, reserved: 0 });
    expect(await lab.usage()).toMatchObject([{ outcome: "failed", status: 502, inputTokens: 0 }]);
  });

  test("a report that cannot be true does not break the sums", async () => {
    await lab.putModel({ price: { input: 900_000_000_000_000, output: 1 } });
    await lab.putBudget({ unit: "money", limit: 1_000_000_000_000_000 });
    const { meter } = await lab.admit({ inputTokens: 0, maxOutputTokens: 1 });
    meter.report(usageOf(Number.MAX_SAFE_INTEGER, -5));
    await meter.settle("complete", 200);
    expect(await lab.spending()).toEqual({ spent: 1_000_000_000_000, reserved: 0 });
  });
});

async function warnings(): Promise<readonly unknown[]> {
  const events = await lab.audited("budget.threshold");
  return events.map(({ detail }) => detail?.["percent"]).toReversed();
}

async function use(tokens: number): Promise<void> {
  const { meter } = await lab.admit({ inputTokens: 1, maxOutputTokens: 1 });
  meter.report(usageOf(tokens, 0));
  await meter.settle("complete", 200);
}

describe("warnings", () => {
  test("a threshold is written once for each month, however many settle at once", async () => {
    await lab.putBudget({ limit: 1_000, warnAt: [50, 80, 100] });
    await Promise.all(Array.from({ length: 60 }, () => use(10)));
    expect(await warnings()).toEqual([50]);
    await use(250);
    await use(10);
    expect(await warnings()).toEqual([50, 80]);
    await lab.pass(12 * 86_400_000, 86_400_000);
    await use(600);
    expect(await warnings()).toEqual([50, 80, 50]);
    expect((await lab.audited("budget.threshold")).at(0)).toMatchObject({
      tokenId: "tok-1",
      detail: { scope: "token", period: "2026-12", limit: 1_000, spent: 600 },
    });
  });

  test("one settlement that crosses two thresholds writes both", async () => {
    await lab.putBudget({ limit: 1_000, warnAt: [50, 80] });
    await use(900);
    expect(await warnings()).toEqual([50, 80]);
  });

  test("a threshold that a killed answer crossed is found a minute later, once", async () => {
    await lab.putBudget({ limit: 1_000, warnAt: [50] });
    await lab
      .another({ clock: clockAt(noon) })
      .admit(callOf({ inputTokens: 600, maxOutputTokens: 1 }));
    await lab.pass(61_000);
    await use(1);
    expect(await warnings()).toEqual([]);
    await lab.pass(61_000);
    await use(1);
    await use(1);
    await lab.pass(1);
    expect(await warnings()).toEqual([50]);
  });
});
