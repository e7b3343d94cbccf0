import { existsSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { openStore } from "../../../src/hubServer/openStore.ts";
import { systemClock } from "../../../src/shared/base/clock.ts";
import { until } from "./hubProcess.ts";
import {
  admin,
  adminToken,
  chats,
  countOf,
  dispose,
  endStreams,
  hub,
  lab,
  type Made,
  openStreams,
  prepare,
  upstream,
  workersOf,
} from "./workersLab.ts";

beforeAll(() => prepare(3), 120_000);
afterAll(dispose);

test("budgets and a run's cap are exact over all workers", async () => {
  const { id, token } = await admin<Made>("POST", "/tokens", { name: "capped" });
  // What it can read at most is what is reserved for it; it reads that much.
  await admin("PUT", "/models/large", { context_length: 10, tiers: [], is_active: true });
  const budget = { scope: "token", subject_id: id, unit: "tokens", limit: "2000", warn_at: [50] };
  await admin("POST", "/budgets", budget);
  const before = upstream.requests.length;

  const run = { headers: { "x-hub-run": "one", "x-hub-run-limit": "500 tokens" } };
  const ofRun = await chats(30, token, run);
  expect([countOf(ofRun, 200), countOf(ofRun, 402)]).toEqual([5, 25]);
  const all = await chats(60, token);
  expect([countOf(all, 200), countOf(all, 402)]).toEqual([15, 45]);
  expect(upstream.requests.length - before).toBe(20);

  const report = await hub().api("/hub/v1/usage", {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(await report.json()).toMatchObject({
    totals: { requests: 20, total_tokens: 2_000 },
    budgets: [{ limit: "2000", spent: "2000", reserved: "0", remaining: "0" }],
  });
});

test("a rate of 10 a minute passes exactly 10 of 40", async () => {
  const rates = { requests_per_minute: 10 };
  const { token } = await admin<Made>("POST", "/tokens", { name: "slow", rate_limits: rates });
  const answers = await chats(40, token);
  expect([countOf(answers, 200), countOf(answers, 429)]).toEqual([10, 30]);
});

test("what an administrator changes holds from the very next request, in every worker", async () => {
  for (const name of ["one", "two", "three"]) {
    const { id, token } = await admin<Made>("POST", "/tokens", { name });
    expect(countOf(await chats(6, token), 200)).toBe(6);
    await admin("DELETE", `/tokens/${id}`);
    expect(countOf(await chats(6, token), 401)).toBe(6);
  }
});

test("wrong passwords have one limit, whichever worker takes them", async () => {
  const body = JSON.stringify({ login: "nobody@example.com", password: "wrong" });
  const headers = { "content-type": "application/json", connection: "close" };
  const tries = await Promise.all(
    Array.from({ length: 12 }, () =>
      fetch(`${hub().url}/hub/admin/v1/session`, { method: "POST", headers, body }),
    ),
  );
  // With a limit in each worker there were five free tries in each, and no refusal.
  expect(countOf(tries, 429)).toBeGreaterThan(0);
  expect(countOf(tries, 401) + countOf(tries, 429)).toBe(12);
});

test("a list of 100,000 terms passes a worker if it is an administrator's, and no other large body does", async () => {
  const kind = await admin<Made>("POST", "/kinds", {
    placeholder: "CLIENT",
    labels: { en: "Client", "pt-br": "Cliente" },
    pattern: null,
    action: "allow",
    profiles: [],
    is_active: true,
  });
  const list = Array.from({ length: 100_000 }, (_, at) => `Construtora ${at + 1_000}`).join("\n");
  const path = `/kinds/${kind.id}/terms`;
  expect(await admin("PUT", path, { list })).toEqual({
    terms: 100_000,
    duplicates: 0,
    refused: 0,
  });
  const stranger = await hub().api(`/hub/admin/v1${path}`, {
    method: "PUT",
    headers: { authorization: "Bearer not-an-administrator" },
    body: JSON.stringify({ list }),
  });
  expect(stranger.status).toBe(413);
});

test("the counters are those of all workers together", async () => {
  const metrics = await hub().api("/metrics", {
    headers: { authorization: `Bearer ${adminToken}` },
  });
  const counted = /requests_total\{route="\/hub\/v1\/chat\/completions",status="200",.*\} (\d+)/u;
  expect(Number(counted.exec(await metrics.text())?.[1])).toBe(20 + 10 + 18);
  const { data } = await admin<{ readonly data: readonly object[] }>("GET", "/upstreams/health");
  expect(data).toMatchObject([{ attempts: 20 + 10 + 18, failures: 0, avoided_until: null }]);
});

/** The token whose streams a killed worker took along, and its budget. */
let killed = { id: "", budget: "", period: "", cut: 0 };

test("a worker that is killed takes only its own streams along, and another takes its place", async () => {
  const { id, token } = await admin<Made>("POST", "/tokens", { name: "killed" });
  const budget = { scope: "token", subject_id: id, unit: "tokens", limit: "99999", warn_at: [] };
  const { id: budgetId } = await admin<Made>("POST", "/budgets", budget);
  const streams = await openStreams(9, token);
  const [victim = 0, ...others] = workersOf(hub());
  process.kill(victim, "SIGKILL");
  await until("the model server has lost the worker's streams", () => upstream.openAnswers < 9);
  endStreams();
  const texts = await Promise.all(streams.map((stream) => stream.text().catch(() => "cut")));
  const whole = texts.filter((text) => text.endsWith("data: [DONE]\n\n"));
  const cut = texts.filter((text) => text === "cut");
  expect(cut.length).toBeGreaterThan(0);
  expect(whole.length).toBeGreaterThan(0);
  expect(cut.length + whole.length).toBe(9);

  await until("there are three workers again", () => workersOf(hub()).length === 3);
  expect(workersOf(hub())).toEqual(expect.arrayContaining([...others]));
  expect(workersOf(hub())).not.toContain(victim);
  expect(countOf(await chats(9, token), 200)).toBe(9);
  const report = await hub().api("/hub/v1/usage", {
    headers: { authorization: `Bearer ${token}` },
  });
  const { period } = (await report.json()) as { readonly period: { readonly key: string } };
  killed = { id, budget: budgetId, period: period.key, cut: cut.length };
  expect(hub().stderr()).toContain(
    `(process ${victim}) ended (SIGKILL); another starts in 250 ms.`,
  );
});

test("on SIGTERM the streams of all workers end properly, and so do all processes", async () => {
  const { token } = await admin<Made>("POST", "/tokens", { name: "drained" });
  const streams = await openStreams(6, token);
  const workers = workersOf(hub());
  hub().child.kill("SIGTERM");
  await until("new connections are refused", () =>
    fetch(`${hub().url}/healthz`, { headers: { connection: "close" } }).then(
      () => false,
      () => true,
    ),
  );
  endStreams();
  for (const stream of streams) {
    expect(await stream.text()).toContain("data: [DONE]");
  }
  expect(await hub().ended).toBe(0);
  expect(workers.filter((pid) => existsSync(`/proc/${pid}/exe`))).toEqual([]);
  expect(hub().stdout().trimEnd().split("\n")).toHaveLength(1);
});

test("the audit is one whole chain, and leases give back what killed workers had reserved", async () => {
  const store = await openStore(
    { databaseUrl: undefined, adminToken: undefined, dataFolder: join(lab.home, "main") },
    systemClock,
    "look",
  );
  await store.ledger.reap(Date.now() + 61_000);
  const day = { fromDay: "2000-01-01", toDay: "2999-12-31" };
  const records = await store.ledger.usageRecords({ ...day, tokenId: killed.id }, { limit: 100 });
  const aborted = records.filter(({ outcome }) => outcome === "aborted");
  expect([records.length, aborted.length]).toEqual([18, killed.cut]);
  const states = await store.ledger.budgetStates([
    { budgetId: killed.budget, period: killed.period },
  ]);
  expect(states.map(({ reserved }) => reserved)).toEqual([0]);
  expect(await store.audit.verify()).toMatchObject({ isIntact: true });
  await store.close();
  const verified = lab.run(["audit", "verify", "--data", join(lab.home, "main")]);
  expect(await verified.ended).toBe(0);
});
