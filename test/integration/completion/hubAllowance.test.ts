import { createServer, type Server } from "node:http";

import { afterEach, beforeEach, expect, test } from "vitest";

import { HubAllowance } from "../../../src/extension/completion/hubAllowance.ts";
import { HubClient } from "../../../src/hub/hubClient.ts";
import { fetchUsage } from "../../../src/hub/usageClient.ts";
import { FakeClock } from "../../support/fakeClock.ts";

const fiveMinutesMs = 5 * 60_000;

let server: Server;
let paths: string[];
/** The body of `/hub/v1/policy`; undefined for an answer that never comes. */
let policy: object | undefined;
let clock: FakeClock;
let allowance: HubAllowance;
let changed: () => void;

beforeEach(async () => {
  paths = [];
  clock = new FakeClock();
  server = createServer(({ url = "" }, response) => {
    paths.push(url);
    if (url.startsWith("/hub/v1/policy") && policy) {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(policy));
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
  allowance = new HubAllowance({
    policy: (signal) => client.policy({ signal }),
    usage: (signal) => fetchUsage(exchange, { signal }),
    clock,
    onChange: () => changed(),
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
  expect(paths).toEqual(["/hub/v1/policy"]);
});

test("another policy is seen after five minutes", async () => {
  policy = { completion: { is_allowed: false } };
  expect(await allowance.check()).toBe(false);
  policy = { completion: { is_allowed: true } };
  clock.advance(fiveMinutesMs);
  await changeAfter(() => allowance.check());
  expect(await allowance.check()).toBe(true);
});

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
