import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { afterEach, beforeEach, expect, test } from "vitest";

import { HubPolicies } from "../../../src/hub/calls/hubPolicies.ts";
import { isExcluded, setExclusions } from "../../../src/shared/guarded/excludedPaths.ts";
import { FakeClock } from "../../support/fakeClock.ts";

let server: Server;
let answer: { status: number; body: string };
let asked: number;
let token: string;
let clock: FakeClock;
let policies: HubPolicies;
/** As after a restart of the editor. */
let open: () => HubPolicies;
let kept: Map<string, unknown>;
const { signal } = new AbortController();

beforeEach(async () => {
  asked = 0;
  token = "t";
  server = createServer((_, response) => {
    asked += 1;
    const type = answer.body.startsWith("<!") ? "text/html" : "application/json";
    response.writeHead(answer.status, { "content-type": type }).end(answer.body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const port = portOf();
  clock = new FakeClock();
  kept = new Map();
  open = () =>
    new HubPolicies({
      baseUrl: `http://127.0.0.1:${port}/team`,
      token: () => Promise.resolve(token),
      fetch: globalThis.fetch,
      clock,
      keptPolicies: { get: (origin) => kept.get(origin), set: (...one) => void kept.set(...one) },
    });
  policies = open();
});
afterEach(() => {
  setExclusions("hub");
  server.close();
});

/** The port of the server of this test. */
function portOf(): number {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server has a port
  return (server.address() as AddressInfo).port;
}

test("a policy is read once, and again after five minutes", async () => {
  answer = { status: 200, body: '{"agent":{"max_level":"ask"}}' };
  expect(await policies.read({ signal })).toEqual({ agent: { max_level: "ask" } });
  await policies.read({ signal });
  expect(asked).toBe(1);
  clock.advance(5 * 60_000);
  answer = { status: 200, body: '{"agent":{"is_allowed":false}}' };
  expect(await policies.read({ signal })).toEqual({ agent: { is_allowed: false } });
});

test("a hub without the route, or with an empty policy, sets no limits", async () => {
  answer = { status: 404, body: '{"error":{"message":"x","type":"x","param":null,"code":"x"}}' };
  expect(await policies.read({ signal })).toEqual({});
  clock.advance(5 * 60_000);
  answer = { status: 200, body: "{}" };
  expect(await policies.read({ signal })).toEqual({});
});

test("while the hub fails, the last known policy holds", async () => {
  answer = { status: 200, body: '{"agent":{"max_run_cost":"1.00"}}' };
  await policies.read({ signal });
  clock.advance(5 * 60_000);
  answer = { status: 503, body: "" };
  expect(await policies.read({ signal })).toEqual({ agent: { max_run_cost: "1.00" } });
});

test("after a restart the kept policy of the origin holds while the hub is away, for a week", async () => {
  const policy = { agent: { max_level: "ask" }, exclusions: ["finance/"] };
  answer = { status: 200, body: JSON.stringify(policy) };
  await policies.read({ signal });
  expect([...kept.keys()]).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/u)]);
  setExclusions("hub");
  answer = { status: 503, body: "" };
  const again = open();
  // Before any request.
  expect(isExcluded("finance/plan.txt")).toBe(true);
  expect(await again.read({ signal })).toEqual(policy);
  clock.advance(7 * 24 * 3_600_000 + 1);
  await expect(again.read({ signal })).rejects.toMatchObject({ name: "HubError" });
  answer = { status: 200, body: "{}" };
  expect(await again.read({ signal })).toEqual({});
  expect(isExcluded("finance/plan.txt")).toBe(false);
});

test("a kept policy is asked for anew, and a damaged one counts for nothing", async () => {
  answer = { status: 200, body: '{"agent":{"is_allowed":true}}' };
  await policies.read({ signal });
  answer = { status: 200, body: '{"agent":{"is_allowed":false}}' };
  expect(await open().read({ signal })).toEqual({ agent: { is_allowed: false } });
  answer = { status: 503, body: "" };
  for (const origin of kept.keys()) {
    kept.set(origin, { policy: { agent: { max_level: "everything" } }, at: clock.now() });
  }
  await expect(open().read({ signal })).rejects.toMatchObject({ name: "HubError" });
});

test("a stored policy that the token did not sign excludes, but permits nothing", async () => {
  answer = { status: 200, body: '{"agent":{"max_level":"ask"},"exclusions":["finance/"]}' };
  await policies.read({ signal });
  const [origin = ""] = kept.keys();
  const signed = kept.get(origin);
  answer = { status: 503, body: "" };
  const forged = { ...(signed as object), policy: { agent: {}, exclusions: ["legal/"] } };
  for (const stored of [forged, { ...(signed as object), at: clock.now() + 1 }]) {
    kept.set(origin, stored);
    const again = open();
    expect(isExcluded(stored === forged ? "legal/a.txt" : "finance/a.txt")).toBe(true);
    await expect(again.read({ signal })).rejects.toMatchObject({ name: "HubError" });
    await expect(again.known({ signal })).rejects.toMatchObject({ name: "HubError" });
  }
  kept.set(origin, signed);
  await open().known({ signal });
  token = "another";
  await expect(open().known({ signal })).rejects.toMatchObject({ name: "HubError" });
});

test.each([
  { status: 500, body: "" },
  { status: 403, body: "{}" },
  { status: 200, body: "<html>" },
  { status: 200, body: '{"agent":{"max_level":"everything"}}' },
  { status: 200, body: '{"agent":{"is_allowed":"no"}}' },
  { status: 200, body: '{"completion":{"is_allowed":"no"}}' },
  { status: 200, body: `{"agent":{},"x":"${"x".repeat(1_100_000)}"}` },
])("what cannot be read is no permission: %.60j", async (given) => {
  answer = given;
  await expect(policies.read({ signal })).rejects.toMatchObject({ name: "HubError" });
});

test.each([
  { status: 403, body: '{"message":"Missing Authentication Token"}' },
  { status: 405, body: "" },
  { status: 501, body: "" },
  { status: 200, body: "<!doctype html><title>Portal</title>" },
])(
  "a foreign hub without the route lets a message go, if it never gave a policy: %j",
  async (given) => {
    answer = given;
    await policies.known({ signal });
    kept.set(`http://127.0.0.1:${portOf()}`, { policy: {}, at: 0, mac: "forged" });
    await expect(open().known({ signal })).rejects.toMatchObject({ name: "HubError" });
  },
);

test.each([
  { status: 500, body: "" },
  { status: 429, body: "" },
  { status: 200, body: '{"agent":{"max_level":"everything"}}' },
])("no message goes while a policy cannot be read: %j", async (given) => {
  answer = given;
  await expect(policies.known({ signal })).rejects.toMatchObject({ name: "HubError" });
});
