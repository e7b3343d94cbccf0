import { expect, test } from "vitest";

import { prepareStore } from "../../../src/hubServer/admin/prepareStore.ts";
import { Maintenance } from "../../../src/hubServer/maintenance.ts";
import { defaultSettings } from "../../../src/hubServer/store/builtInRecords.ts";
import { openSqliteStore } from "../../../src/hubServer/store/sqlite/sqliteStore.ts";
import type { Store } from "../../../src/hubServer/store/store.ts";
import { FakeClock } from "../../support/fakeClock.ts";

const dayMs = 86_400_000;

async function storeWith(clock: FakeClock, retentionDays?: number): Promise<Store> {
  const store = openSqliteStore(":memory:", { now: () => clock.now() });
  await prepareStore(store.records, { now: 0, adminToken: undefined, legacy: undefined });
  await store.records.put("settings", {
    ...defaultSettings,
    ...(retentionDays !== undefined && { retentionDays }),
  });
  return store;
}

async function settle(store: Store, clock: FakeClock, leaseMs = 60_000): Promise<void> {
  const now = clock.now();
  await store.ledger.reserve({
    id: `r${now}`,
    subject: {
      requestId: `req${now}`,
      tokenId: "t",
      profileId: "p",
      sectorId: "s",
      app: "vscode",
      model: "m",
      format: "openai",
    },
    now,
    day: new Date(now).toISOString().slice(0, 10),
    leaseUntil: now + leaseMs,
    budgets: [],
    rateLimits: {},
    inputTokens: 1,
    outputTokens: 1,
    inputCost: 0,
    perMillionOutput: 0,
  });
}

const outcomes = async (store: Store): Promise<readonly string[]> =>
  (await store.ledger.usageRecords({ fromDay: "0000", toDay: "9999" }, { limit: 100 })).map(
    ({ outcome }) => outcome,
  );

test("what a process had reserved that is gone is settled when its lease is over, and not before", async () => {
  const clock = new FakeClock();
  const store = await storeWith(clock);
  const maintenance = new Maintenance({ store, clock, onError: (error) => expect(error).toBe(0) });
  await settle(store, clock);
  await maintenance.run();
  expect(await outcomes(store)).toEqual([]);
  clock.advance(61_000);
  await maintenance.run();
  expect(await outcomes(store)).toEqual(["aborted"]);
  maintenance.stop();
});

test("events and usage go when they are older than the organisation keeps them; without a limit all stay", async () => {
  for (const [days, left] of [
    [undefined, 1],
    [30, 0],
  ] as const) {
    const clock = new FakeClock();
    const store = await storeWith(clock, days);
    await settle(store, clock, 0);
    await store.ledger.reap(clock.now());
    clock.advance(40 * dayMs);
    const maintenance = new Maintenance({
      store,
      clock,
      onError: (error) => expect(error).toBe(0),
    });
    await maintenance.run();
    maintenance.stop();
    expect(await outcomes(store)).toHaveLength(left);
    expect(await store.audit.list({ kinds: ["usage"] }, { limit: 10 })).toHaveLength(left);
    expect((await store.audit.verify()).isIntact).toBe(true);
  }
});

test("what could not be removed is tried again at the next turn, not after an hour", async () => {
  const clock = new FakeClock();
  const store = await storeWith(clock, 30);
  await settle(store, clock, 0);
  await store.ledger.reap(clock.now());
  clock.advance(40 * dayMs);
  const errors: unknown[] = [];
  let isFull = true;
  const audit: Store["audit"] = {
    ...store.audit,
    prune: (time) => (isFull ? Promise.reject(new Error("disk full")) : store.audit.prune(time)),
  };
  const maintenance = new Maintenance({
    store: { ...store, audit },
    clock,
    onError: (error) => errors.push(error),
  });
  await maintenance.run();
  expect([errors.length, (await outcomes(store)).length]).toEqual([1, 1]);
  isFull = false;
  await maintenance.run();
  maintenance.stop();
  expect([errors.length, (await outcomes(store)).length]).toEqual([1, 0]);
});

test("a database that does not answer is told of, and asked again", async () => {
  const clock = new FakeClock();
  const store = await storeWith(clock);
  const errors: unknown[] = [];
  const maintenance = new Maintenance({ store, clock, onError: (error) => errors.push(error) });
  await store.close();
  await maintenance.run();
  expect(errors).toHaveLength(1);
  clock.advance(15_000);
  await Promise.resolve();
  maintenance.stop();
});
