import { beforeEach, describe, expect, test } from "vitest";

import { readChatCall } from "../../../src/hubServer/models/chatCall.ts";
import type { BudgetRecord, BudgetScope } from "../../../src/hubServer/store/records.ts";
import { callOf, clockAt, GovernanceLab, noon, usageOf } from "./governanceLab.ts";

let lab: GovernanceLab;

beforeEach(async () => {
  lab = new GovernanceLab();
  await lab.seed();
});

describe("a budget under concurrency", () => {
  test("200 parallel requests under a cap for 20 admit exactly 20", async () => {
    await lab.putBudget({ limit: 2_000 });
    const calls = Array.from({ length: 200 }, () =>
      lab.admit({ inputTokens: 99, maxOutputTokens: 1 }),
    );
    const results = await Promise.allSettled(calls);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(20);
    expect(await lab.spending()).toEqual({ spent: 0, reserved: 2_000 });
  });

  test("two hubs on one store admit together what the cap allows", async () => {
    await lab.putBudget({ limit: 2_000 });
    const other = lab.another();
    const calls = Array.from({ length: 100 }, () => [
      lab.admit({ inputTokens: 99, maxOutputTokens: 1 }),
      other.admit(callOf({ inputTokens: 99, maxOutputTokens: 1 })),
    ]);
    const results = await Promise.allSettled(calls.flat());
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(20);
  });
});

describe("a budget under a burst of prompts in other scripts", () => {
  test.each([
    ["漢", 3],
    ["ก", 3],
    ["\u{1F600}", 4],
    ["\u0001", 1],
  ])(
    "of a hundred times %j is never overspent, whatever the vocabulary makes of it",
    async (sign, tokens) => {
      await lab.putModel({ price: { input: 3_000_000, output: 0 } });
      await lab.putBudget({ unit: "money", limit: 300_000 });
      const body = {
        model: "gpt",
        messages: [{ role: "user", content: sign.repeat(100) }],
        max_tokens: 1,
      };
      const call = readChatCall(new TextEncoder().encode(JSON.stringify(body)), "openai");
      const { inputTokens, mostInputTokens, fields } = call;
      const admitted = await Promise.allSettled(
        Array.from({ length: 1_000 }, () => lab.admit({ fields, inputTokens, mostInputTokens })),
      );
      const granted = admitted.flatMap((result) =>
        result.status === "fulfilled" ? [result.value] : [],
      );
      expect(granted.length).toBeGreaterThan(50);
      for (const { meter } of granted) {
        meter.report(usageOf(100 * tokens + 10, 1));
        await meter.settle("complete", 200);
      }
      const { spent, reserved } = await lab.spending();
      expect(spent).toBeLessThanOrEqual(300_000);
      expect(reserved).toBe(0);
    },
  );
});

describe("what is reserved", () => {
  test("of a model whose context is known is never more input than that", async () => {
    await lab.putModel({ contextLength: 150 });
    await lab.putBudget({ limit: 1_000_000 });
    await lab.admit({ maxOutputTokens: 10, mostInputTokens: 9_000 });
    expect(await lab.spending()).toEqual({ spent: 0, reserved: 160 });
  });

  test("max_tokens of 32,000 with 1,000 tokens left is served and cut at the cap", async () => {
    await lab.putBudget({ limit: 1_100 });
    const { outputTokens, meter } = await lab.admit({ maxOutputTokens: 32_000 });
    expect(outputTokens).toBe(1_000);
    const chunk = "x".repeat(40);
    let chunks = 1;
    while (meter.addOutput(chunk)) {
      chunks += 1;
    }
    expect(chunks * 10).toBe(1_000);
    await meter.settle("cut", 200);
    expect(await lab.spending()).toEqual({ spent: 1_100, reserved: 0 });
    const [usage] = await lab.usage();
    expect(usage).toMatchObject({ outcome: "cut", outputTokens: 1_000, usageSource: "estimated" });
  });

  test("an answer whose own limit is what binds is not cut by our estimate of its tokens", async () => {
    await lab.putBudget({ limit: 1_000_000 });
    const { outputTokens, meter } = await lab.admit({ maxOutputTokens: 100 });
    expect(outputTokens).toBe(100);
    expect(meter.addOutput("x".repeat(600))).toBe(true);
    expect(meter.addOutput("x".repeat(1_000))).toBe(false);
    await meter.settle("cut", 200);
    const [usage] = await lab.usage();
    expect(usage?.outputTokens).toBe(100);
  });

  test("what was not used of a reservation is free at once, and nobody is locked out", async () => {
    await lab.putBudget({ limit: 1_000 });
    for (let index = 0; index < 8; index += 1) {
      const { meter } = await lab.admit({ inputTokens: 50, maxOutputTokens: 900 });
      meter.report(usageOf(50, 10));
      await meter.settle("complete", 200);
    }
    expect(await lab.spending()).toEqual({ spent: 480, reserved: 0 });
  });

  test("a killed stream's reservation is released after its lease, and its request is told as aborted", async () => {
    await lab.putBudget({ limit: 1_000 });
    const killed = lab.another({ clock: clockAt(noon) });
    await killed.admit(callOf({ inputTokens: 100 }));
    expect((await lab.refusal({ inputTokens: 100 })).status).toBe(402);
    lab.clock.advance(60_000);
    const { outputTokens } = await lab.admit({ inputTokens: 100 });
    expect(outputTokens).toBe(800);
    expect(await lab.usage()).toMatchObject([{ outcome: "aborted", inputTokens: 100 }]);
  });

  test("a stream that runs for minutes keeps its reservation, and its crash loses ten seconds", async () => {
    await lab.putBudget({ limit: 1_000_000 });
    const { meter } = await lab.admit({ maxOutputTokens: 5_000 });
    for (let minute = 0; minute < 5; minute += 1) {
      meter.addOutput("x".repeat(400));
      await lab.pass(60_000);
      expect(await lab.store.ledger.reap(lab.clock.now())).toBe(0);
    }
    expect((await lab.spending()).reserved).toBe(5_100);
    await lab.store.ledger.reap(lab.clock.now() + 61_000);
    expect(await lab.usage()).toMatchObject([{ outcome: "aborted", outputTokens: 500 }]);
  });

  test("a settled request renews nothing any more", async () => {
    const { meter } = await lab.admit();
    expect(lab.clock.pendingTimers).toBe(1);
    await meter.settle("complete", 200);
    expect(lab.clock.pendingTimers).toBe(0);
  });
});

test("an answer that nobody limits and nothing counts is never cut", async () => {
  await lab.putBudget({ unit: "money", limit: 1_000 });
  const { outputTokens, meter } = await lab.admit();
  expect(outputTokens).toBe(Infinity);
  expect(meter.addOutput("x".repeat(1_000_000))).toBe(true);
  await meter.settle("complete", 200);
  expect(await lab.usage()).toMatchObject([{ outputTokens: 250_000, cost: 0 }]);
  await lab.putModel({ price: { input: 0, output: 1_000_000 } });
  expect((await lab.admit()).outputTokens).toBe(1_000);
});

test("several answers at once are reserved together, and each is cut at its share", async () => {
  await lab.putBudget({ limit: 700 });
  const fields = { n: 3, max_tokens: 500 };
  const { outputTokens } = await lab.admit({ fields });
  expect(outputTokens).toBe(200);
  expect(await lab.spending()).toEqual({ spent: 0, reserved: 700 });
});

test("a call that takes nothing is served though the budget is used up", async () => {
  await lab.putBudget({ limit: 0 });
  const { meter } = await lab.admit({ fields: {}, maxOutputTokens: 0, inputTokens: 0 });
  expect((await meter.settle("complete", 200)).cost).toBe("0.00");
  expect(await lab.spending()).toEqual({ spent: 0, reserved: 0 });
});

describe("the four layers", () => {
  const subjects: readonly (readonly [BudgetScope, string])[] = [
    ["token", "tok-1"],
    ["user", "user-1"],
    ["profile", "dev"],
    ["sector", "it"],
  ];

  test.each(subjects)(
    "a used-up budget of the %s refuses, and says so",
    async (scope, subjectId) => {
      const wide: Partial<BudgetRecord> = { limit: 1_000_000, unit: "tokens" };
      for (const [other, id] of subjects) {
        await lab.putBudget({ ...wide, id: `wide-${other}`, scope: other, subjectId: id });
      }
      await lab.putBudget({ id: "narrow", scope, subjectId, unit: "money", limit: 99 });
      await lab.putModel({ price: { input: 1_000_000, output: 0 } });
      const error = await lab.refusal({ inputTokens: 100 });
      expect(error.toBody()).toEqual({
        error: {
          type: "insufficient_quota",
          code: "budget_exceeded",
          param: null,
          message: `The monthly budget of this token${scope === "token" ? "" : `'s ${scope}`} is used up. It begins anew on 2026-12-01T00:00:00-03:00.`,
          budget: { scope, resets_at: "2026-12-01T03:00:00.000Z" },
        },
      });
      const response = error.toResponse("anthropic", "req");
      expect(response.status).toBe(402);
      expect(response.headers["x-should-retry"]).toBe("false");
      expect(response.body).toContain('"type":"billing_error"');
      expect(await lab.audited("budget.deny")).toMatchObject([
        { status: 402, tokenId: "tok-1", detail: { scope, budget: "narrow", period: "2026-11" } },
      ]);
    },
  );

  test("what one layer refuses takes nothing from the others", async () => {
    await lab.putBudget({ limit: 1_000_000 });
    await lab.putBudget({ id: "sector", scope: "sector", subjectId: "it", limit: 10 });
    await lab.refusal();
    expect(await lab.spending()).toEqual({ spent: 0, reserved: 0 });
  });

  test("a budget of others is none of the caller's", async () => {
    await lab.putBudget({ subjectId: "tok-2", limit: 0 });
    await expect(lab.admit()).resolves.toBeDefined();
  });

  test("the status is 429 where the settings say so, and still nobody is told to try again", async () => {
    await lab.putSettings({ budgetStatus: 429 });
    await lab.putBudget({ limit: 0 });
    const { status, headers, body } = (await lab.refusal()).toResponse();
    expect([status, headers["x-should-retry"], headers["retry-after"]]).toEqual([
      429,
      "false",
      undefined,
    ]);
    expect(body).toContain('"code":"budget_exceeded"');
  });
});

describe("the calendar month", () => {
  test("a budget begins anew at midnight in the hub's time zone, and late usage stays in its month", async () => {
    lab.clock.advance(Date.UTC(2026, 11, 1, 3) - 1 - noon);
    await lab.putBudget({ limit: 1_000 });
    const { meter } = await lab.admit({ inputTokens: 900 });
    expect((await lab.refusal({ inputTokens: 900 })).status).toBe(402);
    lab.clock.advance(1);
    await expect(lab.admit({ inputTokens: 900, maxOutputTokens: 1 })).resolves.toBeDefined();
    meter.report(usageOf(900, 5));
    await meter.settle("complete", 200);
    expect(await lab.spending("2026-11")).toEqual({ spent: 905, reserved: 0 });
    expect(await lab.spending("2026-12")).toEqual({ spent: 0, reserved: 901 });
    const [usage] = await lab.usage();
    expect(usage?.day).toBe("2026-11-30");
  });

  test("a time zone that is changed changes the month at once", async () => {
    lab.clock.advance(Date.UTC(2026, 11, 1, 1) - noon);
    await lab.putBudget({ limit: 0 });
    expect(JSON.stringify((await lab.refusal()).toBody())).toContain("2026-12-01T03:00:00.000Z");
    await lab.putSettings({ timeZone: "Europe/Lisbon" });
    expect(JSON.stringify((await lab.refusal()).toBody())).toContain("2027-01-01T00:00:00.000Z");
  });
});

describe("prices", () => {
  test("the reservation takes the dearest tier that the input may turn out to be in", async () => {
    await lab.putModel({
      price: { input: 1_000_000, output: 2_000_000 },
      tiers: [{ fromInputTokens: 150, price: { input: 3_000_000, output: 9_000_000 } }],
    });
    await lab.putBudget({ unit: "money", limit: 1_000_000 });
    const { meter } = await lab.admit({ maxOutputTokens: 10, mostInputTokens: 200 });
    expect((await lab.spending()).reserved).toBe(200 * 3 + 10 * 9);
    meter.report(usageOf(100, 10));
    expect(await meter.settle("complete", 200)).toMatchObject({ cost: "0.00012" });
    expect(await lab.spending()).toEqual({ spent: 120, reserved: 0 });
  });

  test("the answer's head tells what the tightest budget has left", async () => {
    await lab.putModel({ price: { input: 1_000_000, output: 0 } });
    await lab.putBudget({ unit: "money", limit: 5_000_000 });
    await lab.putBudget({ id: "tokens", limit: 1_000_000 });
    const { headers } = await lab.admit({ inputTokens: 12_345 });
    expect(headers["x-hub-budget-remaining"]).toBe("4.987655");
  });
});
