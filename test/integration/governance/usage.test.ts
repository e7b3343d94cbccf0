import { beforeEach, expect, test } from "vitest";

import { usageRoute } from "../../../src/hubServer/api/usageRoute.ts";
import type { BillableCall } from "../../../src/hubServer/governance/budgets/admission.ts";
import { ApiError } from "../../../src/hubServer/http/apiError.ts";
import { caller, GovernanceLab, usageOf } from "./governanceLab.ts";

let lab: GovernanceLab;

beforeEach(async () => {
  lab = new GovernanceLab();
  await lab.seed();
  await lab.putModel({ price: { input: 1_000_000, output: 10_000_000 } });
});

const other = { ...caller, tokenId: "tok-2", userId: "user-2" };

async function use(changes: Partial<BillableCall>, input: number, output: number): Promise<void> {
  const { meter } = await lab.admit({ inputTokens: 1, maxOutputTokens: 1, ...changes });
  meter.report(usageOf(input, output));
  await meter.settle("complete", 200);
}

function run(id: string): Partial<BillableCall> {
  return { run: { id, limit: { unit: "tokens", amount: 9_000 } } };
}

async function report(query = "", who = caller): Promise<unknown> {
  const { store, clock, governance } = lab;
  const response = await usageRoute({ query: new URLSearchParams(query) }, who, {
    store,
    clock,
    configuration: governance.configuration,
  });
  expect(response.status).toBe(200);
  return JSON.parse(String(response.body));
}

const sums = (
  requests: number,
  input: number,
  output: number,
  cost: string,
): Readonly<Record<string, unknown>> => ({
  requests,
  input_tokens: input,
  output_tokens: output,
  cached_tokens: 0,
  total_tokens: input + output,
  cost,
});

test("a budget that answers have overspent says by how much", async () => {
  await lab.putBudget({ limit: 500 });
  await use({}, 400, 300);
  expect(await report()).toMatchObject({
    budgets: [{ limit: "500", spent: "700", remaining: "0", over: "200" }],
  });
});

test("a token finds what it has used, where it stands, and of others only the sum", async () => {
  await lab.putToken({ rateLimits: { requestsPerMinute: 60, parallelRequests: 4 } });
  await lab.putBudget({ unit: "money", limit: 5_000_000 });
  await lab.putBudget({ id: "budget-2", scope: "profile", subjectId: "dev", limit: 100_000 });
  await lab.putBudget({ id: "budget-3", subjectId: "tok-2", limit: 7 });
  await use({}, 1_000, 100);
  await use({ app: "claude-code", model: "free" }, 500, 5);
  await use({ caller: { ...other, tokenId: "tok-3" } }, 20_000, 1);
  expect(await report()).toEqual({
    object: "token_usage",
    token: {
      id: "tok-1",
      name: "notebook",
      prefix: "sk_hub_…a1b2",
      profile: "Developers",
      sector: "TI",
    },
    period: {
      key: "2026-11",
      start: "2026-11-01T03:00:00.000Z",
      end: "2026-12-01T03:00:00.000Z",
      time_zone: "America/Sao_Paulo",
    },
    range: { start: "2026-11-01", end: "2026-11-30" },
    totals: { ...sums(2, 1_500, 105, "0.002"), currency: "USD" },
    budgets: [
      {
        scope: "token",
        id: "budget-1",
        unit: "USD",
        limit: "5.00",
        spent: "0.002",
        reserved: "0.00",
        remaining: "4.998",
        resets_at: "2026-12-01T03:00:00.000Z",
      },
      {
        scope: "profile",
        id: "budget-2",
        unit: "tokens",
        limit: "100000",
        spent: "21606",
        reserved: "0",
        remaining: "78394",
        resets_at: "2026-12-01T03:00:00.000Z",
      },
    ],
    rate_limit: {
      requests_per_minute: { limit: 60, remaining: 58, reset_seconds: 60 },
      parallel_requests: { limit: 4, remaining: 4 },
    },
    by_model: [
      { model: "free", ...sums(1, 500, 5, "0.00") },
      { model: "gpt", ...sums(1, 1_000, 100, "0.002") },
    ],
    by_app: [
      { app: "claude-code", ...sums(1, 500, 5, "0.00") },
      { app: "vscode", ...sums(1, 1_000, 100, "0.002") },
    ],
    by_day: [{ day: "2026-11-21", ...sums(2, 1_500, 105, "0.002") }],
  });
});

test("a token that has used nothing and has no limits finds zeros", async () => {
  expect(await report("", other)).toMatchObject({
    totals: { requests: 0, cost: "0.00" },
    budgets: [],
    rate_limit: {},
    by_day: [],
  });
});

test("the runs of agents are listed where they are asked for, and only the token's own", async () => {
  await use(run("run-1"), 10, 1);
  await use(run("run-1"), 20, 2);
  await use(run("run-2"), 5, 5);
  await use({}, 7, 7);
  await use({ ...run("run-3"), caller: other }, 9, 9);
  expect(await report()).not.toHaveProperty("by_run");
  expect(await report("group_by=run")).toMatchObject({
    by_run: [
      { run: "run-1", requests: 2, total_tokens: 33 },
      { run: "run-2", requests: 1, total_tokens: 10 },
    ],
  });
});

test("days and groups are those that are asked for", async () => {
  await use({}, 10, 1);
  lab.clock.advance(86_400_000);
  await use({}, 20, 2);
  const answer = await report("start=2026-11-22&end=2026-11-22&group_by=day");
  expect(answer).toMatchObject({
    range: { start: "2026-11-22", end: "2026-11-22" },
    totals: { requests: 1, input_tokens: 20 },
    by_day: [{ day: "2026-11-22" }],
  });
  expect(answer).not.toHaveProperty("by_model");
});

test.each([
  ["start=yesterday", "start"],
  ["end=2026-02-31", "end"],
  ["start=2026-11-30&end=2026-11-01", "end"],
  ["start=2020-01-01&end=2026-11-01", "end"],
  ["group_by=user_id", "group_by"],
])("%s is refused by its name", async (query, param) => {
  const error: unknown = await report(query).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ApiError);
  expect((error as ApiError).status).toBe(400);
  expect((error as ApiError).toBody().error["param"]).toBe(param);
});

test("what the prompt cache saved is told in sum, by model and by run, at present prices", async () => {
  await lab.putModel({ price: { input: 10_000_000, cachedInput: 1_000_000, output: 0 } });
  for (const changes of [run("r1"), run("r2"), {}]) {
    const { meter } = await lab.admit({ inputTokens: 100, ...changes });
    meter.report({ ...usageOf(100, 0), cachedTokens: 80 });
    expect(await meter.settle("complete", 200)).toMatchObject({
      cost: "0.00028",
      saved: "0.00072",
    });
  }
  expect(await report("group_by=model,run")).toMatchObject({
    totals: { requests: 3, cost: "0.00084", saved_by_cache: "0.00216" },
    by_model: [{ model: "gpt", requests: 3, saved_by_cache: "0.00216" }],
    by_run: [
      { requests: 1, saved_by_cache: "0.00072" },
      { requests: 1, saved_by_cache: "0.00072" },
    ],
  });
});
