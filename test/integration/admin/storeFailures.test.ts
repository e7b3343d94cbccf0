import { afterEach, beforeEach, expect, test } from "vitest";

import { StoreError } from "../../../src/hubServer/store/store.ts";
import { AdminServer, sectorBody } from "./adminServer.ts";

let working: AdminServer;
let hub: AdminServer;
let reason: StoreError["reason"] | undefined;

beforeEach(async () => {
  reason = undefined;
  working = await AdminServer.start();
  const { store } = working;
  const failing = <A extends readonly unknown[], R>(
    method: (...args: A) => Promise<R>,
  ): ((...args: A) => Promise<R>) => {
    return (...args) =>
      reason === undefined
        ? method(...args)
        : Promise.reject(new StoreError(reason, "disk I/O error at /var/secret/path"));
  };
  const records = { ...store.records, put: failing(store.records.put.bind(store.records)) };
  hub = await AdminServer.start({ store: { ...store, records } });
});
afterEach(async () => {
  await hub.close();
  await working.close();
});

test.each([
  ["unavailable", 503, "store_unavailable"],
  ["conflict", 409, "conflict"],
  ["invalid", 400, "invalid_value"],
] as const)(
  "a store that says %s is answered with %i, without its own words",
  async (wanted, status, code) => {
    reason = wanted;
    const answer = await hub.ask("POST", "/sectors", sectorBody);
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
    expect(answer.text).not.toContain("secret");
    expect(answer.headers.get("retry-after")).toBe(status === 503 ? "5" : null);
    expect(hub.errors).toEqual([]);
  },
);

test("a change that failed leaves the way free for the next", async () => {
  reason = "unavailable";
  expect((await hub.ask("POST", "/sectors", sectorBody)).status).toBe(503);
  reason = undefined;
  expect((await hub.ask("POST", "/sectors", sectorBody)).status).toBe(201);
});

test("a token whose making could not be stored is not shown", async () => {
  reason = "unavailable";
  const answer = await hub.ask("POST", "/tokens", { name: "t" });
  expect(answer.status).toBe(503);
  expect(answer.text).not.toContain("sk_hub_");
});
