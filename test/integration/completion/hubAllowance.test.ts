import { createServer, type Server } from "node:http";

import { afterEach, beforeEach, expect, test } from "vitest";

import { HubAllowance } from "../../../src/extension/completion/hubAllowance.ts";
import { HubClient } from "../../../src/hub/calls/hubClient.ts";
import { fetchUsage } from "../../../src/hub/usage/usageClient.ts";
import { FakeClock } from "../../support/fakeClock.ts";

const fiveMinutesMs = 5 * 60_000;

let server: Server;
let paths: string[];
/** The body of `/hub/v1/policy`; undefined for an answer that never comes. */
let policy: object | undefined;
let clock: FakeClock;
let allowance: HubAllowance;
let changed: () => void;
/** What `/hub/v1/usage` says is used of 100; undefined for a failure. */
let budgetUsed: number | undefined;
let opened: (what: string) => void;

beforeEach(async () => {
  paths = [];
  clock = new FakeClock();
  server = createServer(({ url = "" }, response) => {
    paths.push(url);
    if (url.startsWith("/hub/v1/policy") && policy) {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(policy));
    } else if (url.startsWith("/hub/v1/usage") && budgetUsed !== undefined) {
      const left = { limit: "100", used: String(budgetUsed), remaining: String(100 - budgetUsed) };
      const budgets = [{ scope: "token", unit: "tokens", period: "monthly", ...left }];
      const report = { object: "token_usage", token: {}, period: {}, totals: {}, budgets };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(report));
    } else if (policy) {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  const exchange = {
    baseUrl: `http://127.0.0.1:${port}`,
    token: () => Promise.resolve("sk_test"),
    fetch: globalThis.fetch,
    clock,
  };
  const client = new HubClient({ ...exchange, random: () => 0 });
  changed = () => undefined;
  opened = () => undefined;
  budgetUsed = undefined;
  allowance = new HubAllowance({
    policy: (signal) => client.policy({ signal }),
    usage: (signal) => fetchUsage(exchange, { signal }),
    clock,
    onChange: () => changed(),
    onOpen: (what) => opened(what),
  });
});

afterEach(() => {
  allowance.stop();
  server.closeAllConnections();
  server.close();
});

/** Resolves when the allowance has changed after this act. */
async function changeAfter(act: () => Promise<unknown>): Promise<void> {
  const change = new Promise<void>((resolve) => {
    changed = resolve;
  });
  await act();
  await change;
}

test("a policy that excludes completion is known before the first request", async () => {
  policy = { completion: { is_allowed: false, requests_per_minute: 40 } };
  await changeAfter(() => allowance.check());
  expect([allowance.isAllowed, allowance.perMinute]).toEqual([false, 40]);
});

test("a hub whose policy says nothing of completion allows it", async () => {
  policy = { agent: { is_allowed: false } };
  expect(await allowance.check()).toBe(true);
  expect(await allowance.check()).toBe(true);
  expect(paths.toSorted()).toEqual(["/hub/v1/policy", "/hub/v1/usage"]);
});

test("a budget that is nearly used up is known before the first request", async () => {
  policy = {};
  budgetUsed = 85;
  await allowance.check();
  expect(allowance.budgetUsed).toBeCloseTo(0.85);
});

test("another policy is seen after five minutes", async () => {
  policy = { completion: { is_allowed: false } };
  expect(await allowance.check()).toBe(false);
  policy = { completion: { is_allowed: true } };
  clock.advance(fiveMinutesMs);
  await changeAfter(() => allowance.check());
  expect(await allowance.check()).toBe(true);
});

test("a policy that allows completion says so each time it is read: a refusal since is over", async () => {
  policy = { completion: { is_allowed: true } };
  await allowance.check();
  const read = openOf("denied");
  await allowance.check();
  clock.advance(fiveMinutesMs);
  await allowance.check();
  await read;
  expect(paths.filter((path) => path === "/hub/v1/policy")).toHaveLength(2);
});

test("a budget that was used up is looked at again although nothing is asked", async () => {
  policy = {};
  budgetUsed = 100;
  await allowance.check();
  await allowance.lookAtBudget();
  expect(allowance.budgetUsed).toBe(1);
  budgetUsed = 3;
  const read = openOf("budget");
  clock.advance(fiveMinutesMs);
  await allowance.check();
  await read;
  expect(allowance.budgetUsed).toBeCloseTo(0.03);
});

test("a report of the budgets that fails leaves what was known", async () => {
  policy = {};
  budgetUsed = 90;
  await allowance.lookAtBudget();
  budgetUsed = undefined;
  clock.advance(fiveMinutesMs);
  await allowance.lookAtBudget();
  expect(allowance.budgetUsed).toBeCloseTo(0.9);
});

/** Resolves when this is said to be open. */
async function openOf(expected: string): Promise<void> {
  await new Promise<void>((resolve) => {
    opened = (what) => (what === expected ? resolve() : undefined);
  });
}

test("a hub that does not answer keeps nobody waiting for more than three seconds", async () => {
  policy = undefined;
  const checked = allowance.check();
  clock.advance(3_000);
  expect(await checked).toBe(true);
});

test("what one hub excludes, the next one may allow", async () => {
  policy = { completion: { is_allowed: false } };
  expect(await allowance.check()).toBe(false);
  allowance.renew();
  expect(allowance.isAllowed).toBe(true);
});
