import { afterEach, beforeEach, expect, test } from "vitest";
import * as z from "zod/mini";

import { runBudgetIds } from "../../../src/hubServer/governance/budgets/runCap.ts";
import { listPageSchema } from "../../../src/shared/hubApi/hubAdmin.ts";
import { runSchema } from "../../../src/shared/hubApi/hubReports.ts";
import { AdminServer, startOfTest } from "./adminServer.ts";

let hub: AdminServer;

beforeEach(async () => {
  hub = await AdminServer.start();
});
afterEach(async () => {
  await hub.close();
  expect(hub.errors).toEqual([]);
});

const minute = 60_000;

/** A request of a run: 1,000 tokens in, 500 out, for 0.25, in two seconds; its run's cap is 2.00. */
async function use(runId: string, userId: string, at: number): Promise<void> {
  const { ledger } = hub.store;
  const id = `${runId} ${userId} ${at}`;
  const now = startOfTest + at * minute;
  const owner = { tokenId: "tok_1", userId };
  await ledger.reserve({
    id,
    subject: {
      ...owner,
      requestId: id,
      runId,
      profileId: "profile_default",
      sectorId: "sector_default",
      app: "vscode",
      model: "hub-demo",
      format: "openai",
    },
    now,
    day: "2026-11-21",
    leaseUntil: now + minute,
    budgets: [
      {
        budgetId: runBudgetIds(owner, runId).money,
        period: "run",
        limit: 2_000_000,
        fixed: 100_000,
        perMillionOutput: 300_000_000,
        unit: "money",
        run: { keepUntil: now + 7 * 86_400_000 },
      },
    ],
    rateLimits: {},
    inputTokens: 1_000,
    outputTokens: 500,
    inputCost: 100_000,
    perMillionOutput: 300_000_000,
  });
  await ledger.settle({
    id,
    now: now + 2_000,
    inputTokens: 1_000,
    cachedTokens: 100,
    cacheWriteTokens: 0,
    outputTokens: 500,
    cost: 250_000,
    usageSource: "upstream",
    outcome: "complete",
    status: 200,
    latencyMs: 2_000,
  });
}

/** The whole answer of one page; what is not of the shared shape fails. */
async function page(path: string, headers?: Record<string, string>) {
  const answer = headers ? await hub.send("GET", path, { headers }) : await hub.ask("GET", path);
  const { data, next } = listPageSchema.parse(answer.body);
  return { runs: z.array(runSchema).parse(data), next };
}

test("a run is listed with its person, times, sums and cap, and nothing of its content", async () => {
  await use("run-1", "user_ana", -60);
  await use("run-1", "user_ana", -57);

  const { runs, next } = await page("/runs");

  expect(next).toBeNull();
  expect(runs).toEqual([
    {
      run_id: "run-1",
      user_id: "user_ana",
      token_id: "tok_1",
      profile_id: "profile_default",
      sector_id: "sector_default",
      app: "vscode",
      started_at: "2026-11-21T14:00:00.000Z",
      ended_at: "2026-11-21T14:03:02.000Z",
      duration_ms: 182_000,
      outcome: "ended",
      requests: 2,
      input_tokens: 2_000,
      cached_tokens: 200,
      output_tokens: 1_000,
      total_tokens: 3_000,
      cost: "0.50",
      cap: { unit: "money", limit: "2.00" },
    },
  ]);
});

test("a run opens into its requests in the audit", async () => {
  await use("run-1", "user_ana", -60);
  await use("run-2", "user_ana", -59);
  await use("run-1", "user_bia", -58);

  const { body } = await hub.ask("GET", "/audit?run_id=run-1&user_id=user_ana");

  expect(body.data).toMatchObject([{ kind: "usage", run_id: "run-1", user_id: "user_ana" }]);
  expect(body.data).toHaveLength(1);
});

test("pages follow one another, and filters hold on each", async () => {
  for (let run = 0; run < 5; run += 1) {
    await use(`run-${run}`, run === 2 ? "user_bia" : "user_ana", run - 60);
  }
  const query = "/runs?user_id=user_ana&outcome=ended&limit=3";
  const first = await page(query);
  const second = await page(`${query}&before=${encodeURIComponent(first.next ?? "")}`);

  expect(first.runs.map(({ run_id }) => run_id)).toEqual(["run-4", "run-3", "run-1"]);
  expect(second).toMatchObject({ runs: [{ run_id: "run-0" }], next: null });
  expect((await page("/runs?outcome=cap")).runs).toEqual([]);
  expect((await page("/runs?to=2026-11-21T14:01:00Z")).runs).toHaveLength(1);
});

test("people see their own runs, and the others' only as administrators", async () => {
  await hub.addUser({ id: "user_ana" });
  const ana = await hub.sessionOf("user_ana@example.com");
  await use("run-1", "user_ana", -60);
  await use("run-2", "user_bia", -59);

  expect((await page("/me/runs?user_id=user_bia", ana)).runs).toMatchObject([{ run_id: "run-1" }]);
  expect((await hub.send("GET", "/runs", { headers: ana })).status).toBe(403);
});

test.each(["outcome=lost", "limit=0", "limit=1000", "before=yesterday", "from=noon", "before=1 "])(
  "%s is refused with a name",
  async (query) => {
    const { status, body } = await hub.ask("GET", `/runs?${query}`);
    expect([status, body.error.param]).toEqual([400, query.split("=")[0]]);
  },
);

test("a run tells what the cache saved, for its own person only", async () => {
  await hub.store.records.put("model", {
    id: "hub-demo",
    price: { input: 2_000_000, cachedInput: 500_000, output: 10_000_000 },
    tiers: [],
    isActive: true,
    createdAt: startOfTest,
  });
  await use("run-1", "user_ana", 0);
  await use("run-1", "user_ana", 1);
  await use("run-1", "user_bia", 2);
  hub.clock.advance(10 * minute);
  const { body } = await hub.ask("GET", "/runs");
  // 100 cached tokens a request, each 1.50 a million cheaper.
  expect(body.data).toMatchObject([
    { user_id: "user_bia", saved_by_cache: "0.00015" },
    { user_id: "user_ana", saved_by_cache: "0.0003" },
  ]);
});
