import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { findPostgres, ThrowAwayPostgres } from "../../../scripts/postgres.ts";
import { openPostgresStore } from "../../../src/hubServer/store/postgres/postgresStore.ts";
import type { Store } from "../../../src/hubServer/store/store.ts";
import { withTables } from "../store/withTables.ts";
import { GovernanceLab, noon, usageOf } from "./governanceLab.ts";
import { dearPrice as price, expectHeldCap } from "./parallelAttempts.ts";

const modelPrice = { input: 1_000_000, output: 1_000_000 };
let lab: GovernanceLab;

beforeEach(async () => {
  lab = new GovernanceLab();
  await lab.seed();
  await lab.putModel({ price: modelPrice });
});

test("an attempt that cost nothing goes on under the same reservation", async () => {
  await lab.putBudget({ unit: "money", limit: 10_000 });
  const admission = await lab.admit({ maxOutputTokens: 100 });
  const next = await admission.attempt({ price: undefined, failedStatus: 502 });
  expect(next.meter).toBe(admission.meter);
  next.meter.report(usageOf(100, 10));
  await next.meter.settle("complete", 200);
  expect(await lab.spending()).toEqual({ spent: 110, reserved: 0 });
  expect(await lab.usage()).toHaveLength(1);
});

test("an attempt that cost something is counted and audited beside the next one", async () => {
  await lab.putBudget({ unit: "money", limit: 10_000 });
  const { meter, attempt } = await lab.admit({ maxOutputTokens: 100 });
  meter.assumeInput();
  const next = await attempt({ price, failedStatus: 504 });
  next.meter.costsAt(price);
  next.meter.report(usageOf(100, 10));
  await next.meter.settle("complete", 200);
  expect(await lab.spending()).toEqual({ spent: 100 + 5 * 110, reserved: 0 });
  expect(await lab.audited("usage")).toMatchObject([
    { cost: 550, status: 200, detail: { outcome: "complete", usageSource: "upstream" } },
    { cost: 100, status: 504, detail: { outcome: "failed", usageSource: "estimated" } },
  ]);
});

test("a dearer attempt for which a budget has no room is refused and audited", async () => {
  await lab.putBudget({ unit: "money", limit: 400 });
  const { attempt } = await lab.admit({ maxOutputTokens: 100 });
  await expect(attempt({ price, failedStatus: 502 })).rejects.toMatchObject({ status: 402 });
  expect(await lab.spending()).toEqual({ spent: 0, reserved: 0 });
  expect(await lab.audited("budget.deny")).toHaveLength(1);
});

test("a further attempt keeps the request's place and is no further request of its minute", async () => {
  await lab.putToken({
    rateLimits: { requestsPerMinute: 1, parallelRequests: 1, tokensPerMinute: 1_000 },
  });
  const { meter, attempt } = await lab.admit({ maxOutputTokens: 100 });
  meter.assumeInput();
  const next = await attempt({ price: undefined, failedStatus: 504 });
  await expect(lab.admit({ maxOutputTokens: 100 })).rejects.toMatchObject({ status: 429 });
  await next.meter.settle("failed", 502);
});

test("a cap holds for 200 parallel requests on two hubs, each with two attempts that cost", async () => {
  await expectHeldCap(lab, [lab.governance, lab.another()]);
});

describe.runIf(findPostgres() !== undefined || process.env["AI_HUB_REQUIRE_ALL"] === "1")(
  "on PostgreSQL",
  () => {
    let server: ThrowAwayPostgres;

    beforeAll(async () => {
      server = await ThrowAwayPostgres.start();
    }, 120_000);

    afterAll(() => server.stop());

    test("a cap holds for 200 parallel requests on two hubs, each with two attempts that cost", async () => {
      const url = await server.createDatabase(withTables);
      const open = (): Promise<Store> =>
        openPostgresStore(url, { now: () => noon, rateClock: "caller" });
      const stores = [await open(), await open()];
      const [one, two] = stores.map((store) => new GovernanceLab({ randomId: randomUUID }, store));
      if (!one || !two) {
        throw new Error("two hubs are needed");
      }
      await one.seed();
      await one.putModel({ price: modelPrice });
      await expectHeldCap(one, [one.governance, two.governance]);
      await Promise.all(stores.map((store) => store.close()));
    });
  },
);

test("cache entries for an hour are reserved and charged at twice the input", async () => {
  await lab.putModel({ price: { input: 4_000_000, cacheWrite: 5_000_000, output: 0 } });
  await lab.putBudget({ unit: "money", limit: 800 });
  const { meter } = await lab.admit({ maxOutputTokens: 1, cachesHour: true });
  meter.report({ inputTokens: 100, cachedTokens: 0, cacheWriteTokens: 100, outputTokens: 0 });
  await meter.settle("complete", 200);
  expect(await lab.spending()).toEqual({ spent: 800, reserved: 0 });
  await lab.putBudget({ unit: "money", limit: 1_599 });
  await expect(lab.admit({ maxOutputTokens: 1, cachesHour: true })).rejects.toMatchObject({
    status: 402,
  });
  await expect(lab.admit({ maxOutputTokens: 1 })).resolves.toBeDefined();
});
