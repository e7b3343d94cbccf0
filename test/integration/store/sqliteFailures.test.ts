import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { migrate } from "../../../src/hubServer/store/sqlite/migrate.ts";
import { migrations } from "../../../src/hubServer/store/sqlite/migrations.ts";
import { SqliteDatabase } from "../../../src/hubServer/store/sqlite/sqliteDatabase.ts";
import { openSqliteStore } from "../../../src/hubServer/store/sqlite/sqliteStore.ts";
import type { Store } from "../../../src/hubServer/store/store.ts";
import { startWorker } from "./startWorker.ts";
import {
  eventOf,
  moneyClaim,
  noon,
  novemberUsage,
  putOrganisation,
  reservationOf,
  sector,
} from "./storeFixture.ts";

const unavailable = { name: "StoreError", reason: "unavailable" };

let folder: string;
let path: string;
let stores: Store[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ai-hub-store-"));
  path = join(folder, "hub.sqlite");
  stores = [];
});

afterEach(async () => {
  for (const store of stores) {
    await store.close();
  }
  rmSync(folder, { recursive: true });
});

function open(at = path): Store {
  const store = openSqliteStore(at, { now: () => noon, busyMs: 0 });
  stores.push(store);
  return store;
}

describe("a database that cannot be used is unavailable", () => {
  test("because its file is something else", () => {
    writeFileSync(path, "this is a letter to my aunt, and no database at all. ".repeat(100));

    expect(() => open()).toThrow(expect.objectContaining(unavailable) as Error);
  });

  test("because its file is damaged", async () => {
    const store = open();
    await putOrganisation(store);
    await store.close();
    const size = statSync(path).size;
    writeFileSync(path, Buffer.alloc(size - 100, 0xaa), { flag: "r+" });

    expect(() => open()).toThrow(expect.objectContaining(unavailable) as Error);
  });

  test("because another process keeps it locked, and only as long as it does", async () => {
    const store = open();
    const other = new DatabaseSync(path);
    other.exec("BEGIN IMMEDIATE");

    const results = await Promise.allSettled([
      store.check(),
      store.ledger.reserve(reservationOf("r1")),
      store.audit.append(eventOf()),
    ]);
    other.exec("ROLLBACK");
    other.close();

    expect(results).toMatchObject(
      Array.from({ length: 3 }, () => ({ status: "rejected", reason: unavailable })),
    );
    await store.check();
    expect(await store.ledger.reserve(reservationOf("r1"))).toMatchObject({ kind: "granted" });
    expect((await store.audit.head()).seq).toBe(0);
  });

  test("because its folder is not there", () => {
    expect(() => open(join(folder, "nowhere", "hub.sqlite"))).toThrow(
      expect.objectContaining(unavailable) as Error,
    );
  });

  test.skipIf(process.platform === "win32")(
    "because the disk is full, and what was answered before is there",
    async () => {
      const worker = await startWorker(path, "fill", "trap '' XFSZ; ulimit -f 2000");
      worker.go();
      const told = await worker.next();
      await worker.ended;

      expect(told).toMatchObject({ canRead: true, reason: "unavailable" });
      const { written } = told as { readonly written: number };
      expect(written).toBeGreaterThan(10);
      expect(await open().audit.verify()).toMatchObject({ isIntact: true, events: written });
    },
  );
});

test("after kill -9 nothing stays reserved, usage and budgets agree and the chain is whole", async () => {
  const worker = await startWorker(path, "work");
  worker.go();
  await worker.next();
  await worker.next();
  await worker.kill();

  const { ledger, audit } = open();
  const reaped = await ledger.reap(noon + 60_000);

  expect(reaped).toBeGreaterThanOrEqual(1);
  const [sum] = await ledger.usage(novemberUsage, []);
  expect(await ledger.budgetStates([{ budgetId: "capped", period: "2026-11" }])).toEqual([
    { budgetId: "capped", spent: sum?.cost, reserved: 0 },
  ]);
  const aborted = (await ledger.usageRecords(novemberUsage, { limit: 1_000_000 })).filter(
    ({ outcome }) => outcome === "aborted",
  );
  expect(aborted).toHaveLength(reaped);
  expect(aborted.map(({ outputTokens }) => outputTokens)).toContain(7);
  expect(await audit.verify()).toMatchObject({
    isIntact: true,
    events: (sum?.requests ?? 0) + reaped,
  });
});

test("a backup made while the hub writes is whole, for its owner only, and opens as a store", async () => {
  const store = open();
  await putOrganisation(store);
  const copy = join(folder, "copy.sqlite");

  const appends = Array.from({ length: 100 }, () => store.audit.append(eventOf()));
  await Promise.all([store.backup(copy), ...appends]);
  await store.audit.append(eventOf());

  const restored = open(copy);
  expect(await restored.records.list("sector")).toEqual([sector]);
  const { isIntact, events } = await restored.audit.verify();
  expect(isIntact).toBe(true);
  expect(events).toBeLessThanOrEqual(100);
  await restored.check();
  if (process.platform !== "win32") {
    expect([path, copy].map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600]);
  }
});

test("writes of one moment share a transaction, and one that fails leaves the others", async () => {
  const { ledger } = open();
  const reservation = reservationOf("r1", { budgets: [moneyClaim("b", 10_000)] });

  const results = await Promise.allSettled(
    ["r1", "r1", "r2"].map((id) => ledger.reserve({ ...reservation, id })),
  );

  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(await ledger.budgetStates([{ budgetId: "b", period: "2026-11" }])).toMatchObject([
    { reserved: 1_600 },
  ]);
});

describe("migrations", () => {
  const next = "ALTER TABLE session ADD COLUMN device TEXT";

  test("bring the previous version to this one, with all that is in it", async () => {
    await putOrganisation(open());
    const database = new SqliteDatabase(path, 0, { now: Date.now });

    migrate(database, [...migrations, next]);

    expect(versionOf(database)).toBe(migrations.length + 1);
    expect(database.select("SELECT device FROM session")).toEqual([]);
    expect(database.select("SELECT count(*) AS count FROM record")).toEqual([{ count: 4 }]);
    database.close();
  });

  test("that fail leave the database as it was", async () => {
    await putOrganisation(open());
    const database = new SqliteDatabase(path, 0, { now: Date.now });

    expect(() => migrate(database, [...migrations, `${next}; SELECT * FROM nowhere`])).toThrow(
      expect.objectContaining(unavailable) as Error,
    );

    expect(versionOf(database)).toBe(migrations.length);
    expect(() => database.select("SELECT device FROM session")).toThrow("no such column");
    database.close();
  });
});

function versionOf(database: SqliteDatabase): unknown {
  return database.select("SELECT version FROM schema_version")[0]?.["version"];
}

test("a migration that SQLite itself rolled back fails with its own error", () => {
  const database = new SqliteDatabase(path, 0, { now: Date.now });
  try {
    expect(() => {
      migrate(database, ["ROLLBACK; SELECT * FROM no_such_table"]);
    }).toThrow(
      expect.objectContaining({
        cause: expect.objectContaining({
          message: expect.stringContaining("no_such_table") as string,
        }) as Error,
      }),
    );
  } finally {
    database.close();
  }
});
