import { afterEach, beforeEach, expect, test } from "vitest";

import { AdminServer, startOfTest } from "./adminServer.ts";

let hub: AdminServer;

beforeEach(async () => {
  hub = await AdminServer.start();
});
afterEach(async () => {
  await hub.close();
  expect(hub.errors).toEqual([]);
});

test("a budget that is made in the middle of a month starts with its subject's usage, also when made again", async () => {
  const { ledger, audit } = hub.store;
  await audit.stateRecords();
  const subject = {
    requestId: "req_1",
    tokenId: "tok",
    profileId: "profile_default",
    sectorId: "sector_default",
    app: "cli",
    model: "large",
    format: "openai" as const,
  };
  await ledger.reserve({
    id: "r1",
    subject,
    now: startOfTest,
    day: "2026-11-21",
    leaseUntil: startOfTest + 60_000,
    budgets: [],
    rateLimits: {},
    inputTokens: 10,
    outputTokens: 90,
    inputCost: 0,
    perMillionOutput: 0,
  });
  await ledger.settle({
    id: "r1",
    now: startOfTest,
    inputTokens: 10,
    cachedTokens: 0,
    cacheWriteTokens: 0,
    outputTokens: 90,
    cost: 3_000_000,
    usageSource: "upstream",
    outcome: "complete",
    status: 200,
    latencyMs: 1,
  });
  const body = { subject_id: "sector_default", unit: "money", limit: "5", warn_at: [] };
  const money = await hub.ask("POST", "/budgets", { ...body, scope: "sector" });
  expect(money.body).toMatchObject({ spent: "3.00", remaining: "2.00" });
  expect((await hub.ask("DELETE", `/budgets/${money.body.id}`)).status).toBe(200);
  const again = await hub.ask("POST", "/budgets", { ...body, scope: "sector" });
  expect(again.body).toMatchObject({ spent: "3.00", remaining: "2.00" });
  const tokens = { scope: "profile", subject_id: "profile_default", unit: "tokens", limit: "150" };
  const ofProfile = await hub.ask("POST", "/budgets", { ...tokens, warn_at: [] });
  expect(ofProfile.body).toMatchObject({ spent: "100", remaining: "50" });
  const other = { scope: "user", subject_id: "user_admin" };
  const ofOther = await hub.ask("POST", "/budgets", { ...body, ...other });
  expect(ofOther.body).toMatchObject({ spent: "0.00" });
  const moved = await hub.ask("PATCH", `/budgets/${again.body.id}`, other);
  expect([moved.status, moved.body.error.param]).toEqual([400, "subject_id"]);
  expect(await hub.store.audit.verify()).toMatchObject({ isIntact: true });
});
