import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { openSqliteStore } from "../../../src/hubServer/store/sqlite/sqliteStore.ts";
import type { Store } from "../../../src/hubServer/store/store.ts";
import { deferred } from "../../support/deferred.ts";
import { eventOf, moneyClaim, noon, reservationOf, settlementOf } from "./storeFixture.ts";

const unavailable = { name: "StoreError", reason: "unavailable" };
const capped = [{ budgetId: "capped", period: "2026-11" }];
const budgets = [moneyClaim("capped", 1_000_000)];

let folder: string;
let path: string;
let store: Store;
/** What the next syncs do; a sync beyond them succeeds. */
let syncs: (() => Promise<void>)[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ai-hub-sync-"));
  path = join(folder, "hub.sqlite");
  syncs = [];
  store = openSqliteStore(path, {
    now: () => noon,
    syncFile: () => syncs.shift()?.() ?? Promise.resolve(),
  });
});

afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

function failWith(code: string): () => Promise<void> {
  return () => Promise.reject(Object.assign(new Error(`${code}: sync`), { code }));
}

test.each(["EIO", "ENOSPC"])(
  "a sync that fails with %s refuses everybody who waited for it, and the next goes on",
  async (code) => {
    syncs = [failWith(code)];

    const refused = await Promise.allSettled([
      store.ledger.reserve(reservationOf("r1", { budgets })),
      store.audit.append(eventOf()),
      store.check(),
    ]);
    const granted = await store.ledger.reserve(reservationOf("r2", { budgets }));
    await store.ledger.settle(settlementOf("r2"));

    expect(refused).toMatchObject(
      Array.from({ length: 3 }, () => ({ status: "rejected", reason: unavailable })),
    );
    expect(granted).toMatchObject({ kind: "granted" });
    expect(await store.audit.verify()).toMatchObject({ isIntact: true });
  },
);

test("while the disk takes nothing, nothing more is committed", async () => {
  await store.audit.append(eventOf());
  syncs = [failWith("EIO"), failWith("EIO"), failWith("EIO")];

  for (let turn = 0; turn < 3; turn += 1) {
    await expect(store.audit.append(eventOf())).rejects.toMatchObject(unavailable);
  }
  const { seq } = await store.audit.append(eventOf());

  // The event of the first failed sync was committed; those after it were refused beforehand.
  expect(seq).toBe(3);
  expect(await store.audit.verify()).toMatchObject({ isIntact: true, events: 3 });
});

test("the audit's head and events are shown when they are on the disk, not before", async () => {
  await store.audit.append(eventOf());
  const sync = deferred<undefined>();
  const didBegin = deferred<undefined>();
  syncs = [
    () => {
      didBegin.resolve(undefined);
      return sync.promise;
    },
  ];
  const order: string[] = [];
  const appended = store.audit.append(eventOf()).then(() => order.push("answered"));
  await didBegin.promise;

  const head = store.audit.head().then(({ seq }) => order.push(`head ${seq}`));
  const listed = store.audit.list({}, { limit: 1 }).then(([one]) => order.push(`list ${one?.seq}`));
  await store.records.list("sector");
  order.push("synced");
  sync.resolve(undefined);
  await Promise.all([appended, head, listed]);

  expect(order[0]).toBe("synced");
  expect(order.slice(1).toSorted()).toEqual(["answered", "head 2", "list 2"]);
});

test("the audit's head is not shown after a failed sync, until the log is on the disk", async () => {
  syncs = [failWith("EIO")];
  await expect(store.audit.append(eventOf())).rejects.toMatchObject(unavailable);

  await expect(store.audit.head()).rejects.toMatchObject(unavailable);
  await store.check();
  expect(await store.audit.head()).toMatchObject({ seq: 1 });
});

test("what a refused request has reserved is taken back", async () => {
  syncs = [failWith("ENOSPC")];
  await expect(store.ledger.reserve(reservationOf("r1", { budgets }))).rejects.toMatchObject(
    unavailable,
  );

  await store.ledger.reserve(reservationOf("r2", { budgets }));

  expect(await store.ledger.budgetStates(capped)).toMatchObject([{ reserved: 800 }]);
});

test("a store that is closed answers what is under way first", async () => {
  const events = Array.from({ length: 20 }, () => store.audit.append(eventOf()));

  await store.close();

  expect((await Promise.all(events)).map(({ seq }) => seq)).toEqual(
    Array.from({ length: 20 }, (_, index) => index + 1),
  );
  store = openSqliteStore(path, { now: () => noon });
  expect(await store.audit.head()).toMatchObject({ seq: 20 });
});

test("this thread waits for the disk only for a single write, beside at most one request, and while the disk is quick", async () => {
  await store.close();
  let now = noon;
  let syncMs = 0;
  const places: string[] = [];
  store = openSqliteStore(path, {
    now: () => now,
    syncFile: (_, place) => {
      places.push(place);
      now += syncMs;
      return Promise.resolve();
    },
  });
  const { ledger } = store;
  const placesOf = async (write: () => Promise<unknown>): Promise<readonly string[]> => {
    places.length = 0;
    await write();
    return [...places];
  };

  expect(await placesOf(() => store.check())).toEqual(["pool"]);
  expect(await placesOf(() => ledger.reserve(reservationOf("r1")))).toEqual(["here"]);
  expect(await placesOf(() => ledger.reserve(reservationOf("r2")))).toEqual(["pool"]);
  await ledger.settle(settlementOf("r1"));
  expect(await placesOf(() => ledger.settle(settlementOf("r2")))).toEqual(["here"]);
  expect(await placesOf(() => Promise.all([store.check(), store.check()]))).toEqual(["pool"]);
  syncMs = 2;
  expect(await placesOf(() => store.check())).toEqual(["here"]);
  expect(await placesOf(() => store.check())).toEqual(["pool"]);
  syncMs = -50;
  expect(await placesOf(() => store.check())).toEqual(["pool"]);
  syncMs = 0;
  expect(await placesOf(() => store.check())).toEqual(["pool"]);
  expect(await placesOf(() => store.check())).toEqual(["here"]);
});
