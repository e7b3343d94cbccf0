import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";

import * as fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";

import { openSqliteStore } from "../../../src/hubServer/store/sqlite/sqliteStore.ts";
import { StoreError, type Store } from "../../../src/hubServer/store/store.ts";
import {
  eventOf,
  moneyClaim,
  noon,
  reservationOf,
  settlementOf,
  subject,
  token,
  tokenClaim,
} from "./storeFixture.ts";

let folder: string;
let databases: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ai-hub-batches-"));
  databases = 0;
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function newPath(): string {
  databases += 1;
  return join(folder, `${databases}.sqlite`);
}

function open(path: string): Store {
  // Real syncs would only make the many databases slow.
  return openSqliteStore(path, { now: () => noon, syncFile: () => Promise.resolve() });
}

/** One call to a store: small ranges, so that calls meet each other's rows. */
const call = fc.record({
  kind: fc.constantFrom("reserve", "settle", "renew", "reap", "append", "token", "refer"),
  id: fc.integer({ min: 0, max: 12 }),
  tokenId: fc.integer({ min: 0, max: 2 }),
  layers: fc.integer({ min: 0, max: 3 }),
  limit: fc.constantFrom(700, 2_000, 1_000_000),
  waitMs: fc.constantFrom(0, 0, 1, 999, 20_000, 61_000),
  hasRun: fc.boolean(),
});

type Call = typeof call extends fc.Arbitrary<infer T> ? T : never;

const reserve = {
  kind: "reserve",
  id: 0,
  tokenId: 0,
  layers: 0,
  limit: 700,
  waitMs: 0,
  hasRun: true,
} as const;

/** A run's cap is removed, and in the same batch begun again and ended. */
const runAgainAfterItsEnd: readonly Call[][] = [
  [reserve],
  [
    { ...reserve, waitMs: 61_000 },
    { ...reserve, waitMs: 61_000, hasRun: false },
    { ...reserve, id: 1, hasRun: false },
  ],
];

/** Fails for ids that are taken, for records that refer to nobody, and by itself never. */
function perform(store: Store, { kind, id, ...one }: Call, now: number): Promise<unknown> {
  const { ledger, audit, records } = store;
  switch (kind) {
    case "settle":
      return ledger.settle(settlementOf(`r${id}`, { now, cost: one.limit + id }));
    case "renew":
      return ledger.renew(`r${id}`, one.limit, now + 30_000 + id);
    case "reap":
      return ledger.reap(now);
    case "append":
      return audit.append(eventOf({ time: now, detail: { id } }));
    case "token":
      return records.put("token", { id: `t${id}`, name: "n", hash: `h${one.tokenId}` } as never);
    case "refer":
      return records.put("token", { ...token, id: `t${id}`, hash: `x${id}`, userId: "nobody" });
    default:
      return ledger.reserve(reservationFor(id, one, now));
  }
}

function reservationFor(id: number, one: Omit<Call, "kind" | "id">, now: number) {
  const { layers, limit, tokenId } = one;
  const run = {
    ...tokenClaim(`run${tokenId}`, limit),
    period: "run",
    run: { keepUntil: now + 40_000, was: 700, most: 1_500 },
  };
  return reservationOf(`r${id}`, {
    now,
    leaseUntil: now + 30_000,
    subject: { ...subject, tokenId: `tok-${tokenId}`, requestId: `r${id}` },
    budgets: [
      ...["a", "b", "c"].slice(0, layers).map((name) => moneyClaim(name, limit * 10)),
      ...(one.hasRun ? [run] : []),
    ],
    rateLimits:
      id % 3 === 0
        ? {}
        : {
            requestsPerMinute: 4,
            tokensPerMinute: 3_000,
            parallelRequests: 3,
            completionsPerMinute: 3,
          },
  });
}

/** The answer, or why there is none. */
async function outcomeOf(result: Promise<unknown>): Promise<unknown> {
  try {
    return await result;
  } catch (error) {
    return error instanceof StoreError ? error.reason : error;
  }
}

/** All rows of the tables that requests change. */
function rowsIn(path: string): unknown {
  const database = new DatabaseSync(path);
  const tables = [
    "budget_use",
    "rate_bucket",
    "reservation",
    "usage_record",
    "audit_event",
    "audit_head",
    "record",
  ];
  const rows = tables.map((table) => [table, database.prepare(`SELECT * FROM ${table}`).all()]);
  database.close();
  return rows;
}

test("calls in batches, some of which fail, do the same as one by one without a memory", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(call, { minLength: 1, maxLength: 12 }), { maxLength: 8 }),
      async (batches) => {
        const [together, alone] = [newPath(), newPath()];
        const [batched, single] = [open(together), open(alone)];
        const other = new DatabaseSync(alone);
        let now = noon;
        const timed = batches.map((calls) =>
          calls.map((one) => ({ one, now: (now += one.waitMs) })),
        );

        for (const calls of timed) {
          const outcomes = await Promise.all(
            calls.map(({ one, now: at }) => outcomeOf(perform(batched, one, at))),
          );
          const expected: unknown[] = [];
          for (const { one, now: at } of calls) {
            // Another process writes: the store reads all rows again.
            other.exec("UPDATE write_check SET at = at + 1");
            expected.push(await outcomeOf(perform(single, one, at)));
          }
          expect(outcomes).toEqual(expected);
        }

        other.close();
        expect(await batched.audit.verify()).toMatchObject({ isIntact: true });
        await Promise.all([batched.close(), single.close()]);
        expect(rowsIn(together)).toEqual(rowsIn(alone));
      },
    ),
    { numRuns: 40, examples: [[runAgainAfterItsEnd]] },
  );
});

test("two processes that take turns on one file grant exactly what a cap and a rate allow", async () => {
  const path = newPath();
  const stores = [open(path), open(path)];
  const granted: string[] = [];
  for (let round = 0; round < 20; round += 1) {
    const results = await Promise.all(
      stores.map(async (store, index) => {
        const id = `${index}-${round}`;
        const budgets = [moneyClaim("capped", 15 * 800)];
        const result = await store.ledger.reserve(reservationOf(id, { budgets }));
        await store.audit.append(eventOf());
        return { id, kind: result.kind };
      }),
    );
    granted.push(...results.filter(({ kind }) => kind === "granted").map(({ id }) => id));
  }
  expect(granted).toHaveLength(15);
  for (const [index, id] of granted.entries()) {
    await stores[index % 2]?.ledger.settle(settlementOf(id));
  }
  const [first, second] = stores;
  expect(await first?.ledger.budgetStates([{ budgetId: "capped", period: "2026-11" }])).toEqual([
    { budgetId: "capped", spent: 15 * 355, reserved: 0 },
  ]);
  expect(await second?.audit.verify()).toMatchObject({ isIntact: true, events: 40 + 15 });
  await Promise.all(stores.map((store) => store.close()));
});

test("a sum that a number cannot hold exactly is refused, and takes nothing", async () => {
  const store = open(newPath());
  const { ledger } = store;
  const most = Number.MAX_SAFE_INTEGER;
  const claim = { ...moneyClaim("b", most), fixed: most - 10, perMillionOutput: 0 };
  await ledger.reserve(reservationOf("r1", { budgets: [claim] }));

  await expect(ledger.settle(settlementOf("r1", { cost: most + 1 }))).rejects.toThrow("exact");
  expect(await ledger.settle(settlementOf("r1", { cost: 5 }))).toEqual([
    { budgetId: "b", spent: 5, reserved: 0 },
  ]);
  await store.close();
});

test("a write waits for others of its turn, unless the write before it was alone", async () => {
  let syncs = 0;
  const store = openSqliteStore(newPath(), {
    now: () => noon,
    syncFile: () => {
      syncs += 1;
      return Promise.resolve();
    },
  });
  const write = async (count: number): Promise<unknown> => {
    syncs = 0;
    const order: string[] = [];
    const turn = setImmediate().then(() => order.push("turn ended"));
    const writes = Array.from({ length: count }, () => store.audit.append(eventOf()));
    await Promise.all(writes).then(() => order.push("written"));
    await turn;
    return { order, syncs };
  };
  await store.check();

  expect(await write(1)).toEqual({ order: ["written", "turn ended"], syncs: 1 });
  expect(await write(3)).toEqual({ order: ["written", "turn ended"], syncs: 1 });
  expect(await write(1)).toEqual({ order: ["turn ended", "written"], syncs: 1 });
  expect(await write(3)).toEqual({ order: ["written", "turn ended"], syncs: 1 });
  await store.close();
});

test("another process's checkpoint and end leave the log where the hub syncs it", async () => {
  const path = newPath();
  const synced: number[] = [];
  const store = openSqliteStore(path, {
    now: () => noon,
    syncFile: (descriptor) => {
      synced.push(descriptor);
      return Promise.resolve();
    },
  });
  await store.check();
  const { ino } = statSync(`${path}-wal`);
  const other = new DatabaseSync(path);
  other.exec("UPDATE write_check SET at = 7; PRAGMA wal_checkpoint(TRUNCATE)");
  other.close();
  expect(statSync(`${path}-wal`).size).toBe(0);

  await store.check();

  expect(statSync(`${path}-wal`)).toMatchObject({ ino });
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
  expect(new Set(synced).size).toBe(1);
  await store.close();
});

test("a request's reservation and settlement write few pages to the log", async () => {
  const path = newPath();
  const store = open(path);
  const budgets = [moneyClaim("b", 1_000_000)];
  await store.ledger.reserve(reservationOf("before", { budgets }));
  await store.ledger.settle(settlementOf("before"));
  const pages = async (write: Promise<unknown>): Promise<number> => {
    const before = statSync(`${path}-wal`).size;
    await write;
    // Each page has a header of 24 bytes in the log.
    return (statSync(`${path}-wal`).size - before) / (4_096 + 24);
  };

  expect(await pages(store.ledger.reserve(reservationOf("r", { budgets })))).toBe(2);
  expect(await pages(store.ledger.settle(settlementOf("r")))).toBe(10);
  await store.close();
});
