import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { afterEach, beforeEach, expect, test } from "vitest";

import { backup } from "../../../src/hubServer/admin/cli.ts";
import { openDataFolder } from "../../../src/hubServer/config/dataFolder.ts";
import {
  restoreDatabase,
  type Restored,
  type RestoreOptions,
} from "../../../src/hubServer/config/restore.ts";
import { openStore } from "../../../src/hubServer/openStore.ts";
import { openPolicy } from "../../../src/hubServer/store/builtInRecords.ts";
import { openSqliteStore } from "../../../src/hubServer/store/sqlite/sqliteStore.ts";
import type { Store } from "../../../src/hubServer/store/store.ts";
import { forEachKind } from "../../../src/shared/guarded/sensitiveKinds.ts";
import { FakeClock } from "../../support/fakeClock.ts";

let root: string;
let folder: string;
let copy: string;
let store: Store;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "ai-hub-restore-"));
  folder = join(root, "data");
  copy = join(root, "copy.db");
  openDataFolder(folder, "first").release();
  store = openSqliteStore(join(folder, "hub.db"), { now: () => 0 });
  await fill(1, 300);
  await backup(store, copy);
});
afterEach(async () => {
  await store.close();
  rmSync(root, { recursive: true, force: true });
});

/** Sectors with an event each, enough to fill pages. */
async function fill(from: number, to: number): Promise<void> {
  // Asked for at once: one transaction in place of hundreds.
  await Promise.all(
    Array.from({ length: to - from + 1 }, (_, at) => {
      const name = `sector ${from + at} ${"x".repeat(60)}`;
      const event = { kind: "admin.change" as const, time: at, detail: { name } };
      return store.records.put("sector", { id: `s${from + at}`, name, createdAt: at }, event);
    }),
  );
}

/** The directory as `kill -9` leaves it: what was written last is in `-wal` only. */
async function crash(): Promise<void> {
  await fill(301, 680);
  execute(join(folder, "hub.db"), "PRAGMA wal_checkpoint(TRUNCATE)");
  await fill(681, 700);
  const names = ["hub.db", "hub.db-wal", "hub.db-shm"];
  for (const name of names) {
    copyFileSync(join(folder, name), join(root, name));
  }
  await store.close();
  for (const name of names) {
    copyFileSync(join(root, name), join(folder, name));
    rmSync(join(root, name));
  }
  writeFileSync(join(folder, "audit-head.json"), '{"seq":700,"hash":"x"}');
  expect(statSync(join(folder, "hub.db-wal")).size).toBeGreaterThan(0);
}

function restore(options: Partial<RestoreOptions> = {}): Promise<Restored> {
  const nonce = "restore";
  return restoreDatabase({ file: copy, dataFolder: folder, nonce, now: 5_000, ...options });
}

async function opened(): Promise<Store> {
  store = await openStore(
    { databaseUrl: undefined, adminToken: undefined, dataFolder: folder },
    new FakeClock(),
    "start",
  );
  return store;
}

test("after a crash the copy is as it was made, and what was there is kept", async () => {
  await crash();
  const { aside = "" } = await restore();
  const { records, audit } = await opened();
  expect(await records.list("sector")).toHaveLength(300);
  expect(await audit.verify()).toMatchObject({ isIntact: true, events: 301 });
  const [last] = await audit.list({}, { limit: 1 });
  expect(last?.detail).toMatchObject({ action: "restore", name: "copy.db" });
  expect(readdirSync(aside).toSorted()).toEqual([
    "audit-head.json",
    "hub.db",
    "hub.db-shm",
    "hub.db-wal",
  ]);
  const old = openSqliteStore(join(aside, "hub.db"), { now: () => 0 });
  expect(await old.records.list("sector")).toHaveLength(700);
  await old.close();
  expect(readdirSync(folder).filter((name) => /restor/u.test(name))).toHaveLength(1);
  expect(statSync(join(folder, "hub.db")).mode & 0o077).toBe(0);
});

test("a copy that meets what the dead database left is refused at the start, which names restore", async () => {
  await crash();
  copyFileSync(copy, join(folder, "hub.db"));
  await expect(opened()).rejects.toThrow(/is damaged: .*hub restore <file>/u);
});

test("a copy goes into an empty directory of another machine", async () => {
  const other = join(root, "other");
  const options = { file: copy, dataFolder: other, nonce: "n", now: 0 };
  expect((await restoreDatabase(options)).aside).toBeUndefined();
  expect(readdirSync(other)).toEqual(["hub.db"]);
});

test("sessions and approved devices of the time of the copy are over", async () => {
  const session = { hash: "h", userId: "u", csrfToken: "c", createdAt: 0, expiresAt: 9_000 };
  await store.records.put("profile", profile, change);
  await store.records.put("user", user, change);
  const unknown = { ...session, hash: "of a user who is not there", userId: "v" };
  await Promise.all([session, unknown].map((each) => store.sessions.create(each)));
  await store.grants.begin(device, 1);
  await store.grants.decide(device.userCodeHash, { kind: "approved", userId: "u" }, 1);
  await backup(store, copy, { mayReplace: true });
  await store.close();
  await restore();
  const { sessions, grants } = await opened();
  expect(await sessions.find("h", 1)).toBeUndefined();
  expect(await sessions.find(unknown.hash, 1)).toBeUndefined();
  expect(await grants.take(device.deviceCodeHash, 1)).toBeUndefined();
});

const change = { kind: "admin.change", time: 0 } as const;

const device = {
  userCodeHash: "user code",
  deviceCodeHash: "device code",
  client: "editor",
  deviceName: "notebook",
  address: "127.0.0.1",
  createdAt: 0,
  expiresAt: 9_000,
} as const;

const profile = {
  id: "p",
  name: "P",
  createdAt: 0,
  policy: openPolicy,
  dlp: forEachKind(() => "alert"),
  rateLimits: {},
} as const;
const user = {
  id: "u",
  name: "U",
  createdAt: 0,
  login: "u",
  role: "user",
  profileId: "p",
  sectorId: "s1",
  isActive: true,
} as const;

function overwrite(path: string, at: number, bytes: number): void {
  const file = openSync(path, "r+");
  writeSync(file, Buffer.alloc(bytes, 0xa5), 0, bytes, at);
  closeSync(file);
}

function execute(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

test.each<readonly [string, () => void, RegExp]>([
  ["a missing file", () => rmSync(copy), /There is no file/u],
  ["a text", () => writeFileSync(copy, "pg_dump"), /is no database/u],
  ["an empty file", () => writeFileSync(copy, ""), /is no database/u],
  [
    "another program's database",
    () => {
      rmSync(copy);
      execute(copy, "CREATE TABLE audit_event (seq INTEGER)");
    },
    /not a hub's/u,
  ],
  [
    "a newer hub's",
    () => execute(copy, "UPDATE schema_version SET version = 1000"),
    /newer AI Hub/u,
  ],
  [
    "a page that is damaged",
    () => overwrite(copy, 4096 * 20, 4096),
    /^The copy .*copy\.db is damaged: .* Take another\.$/u,
  ],
  [
    "half a file",
    () => writeFileSync(copy, readFileSync(copy).subarray(0, 60_000)),
    /^The copy .*copy\.db is damaged: .* Take another\.$/u,
  ],
  [
    "a file with a -wal",
    () => writeFileSync(`${copy}-wal`, "frames"),
    /copy\.db-wal stands beside/u,
  ],
])("%s is refused, and what is there stays as it is", async (_what, spoil, message) => {
  await store.close();
  const before = readFileSync(join(folder, "hub.db"));
  spoil();
  await expect(restore()).rejects.toThrow(message);
  expect(readdirSync(folder)).toEqual(["hub.db"]);
  expect(readFileSync(join(folder, "hub.db")).equals(before)).toBe(true);
  expect(await (await opened()).records.list("sector")).toHaveLength(300);
});

const promote = `UPDATE record SET body = replace(body, '"role":"user"', '"role":"admin"')`;
const trigger = `CREATE TRIGGER promote AFTER INSERT ON audit_event BEGIN ${promote}; END`;

test.each([
  ["a trigger", trigger, /trigger "promote"/u],
  ["a view", "CREATE VIEW people AS SELECT body FROM record", /view "people"/u],
  ["a table", "CREATE TABLE notes (text TEXT)", /table "notes"/u],
  [
    "a trigger on a view",
    "CREATE VIEW v AS SELECT 1 AS a; CREATE TRIGGER t INSTEAD OF INSERT ON v BEGIN SELECT 1; END",
    /view "v"/u,
  ],
  ["an index", "CREATE UNIQUE INDEX one ON session (user_id)", /index "one"/u],
  [
    "a column that computes its value",
    "ALTER TABLE session ADD COLUMN extra TEXT AS (upper(user_id))",
    /table "session"/u,
  ],
])("%s that the hub did not make ends restore, start and check", async (_what, sql, message) => {
  execute(copy, sql);
  await expect(restore()).rejects.toThrow(message);

  execute(join(folder, "hub.db"), sql);
  expect(await store.audit.verify()).toMatchObject({
    isIntact: false,
    problem: expect.stringMatching(message) as string,
  });
  await store.close();
  await expect(opened()).rejects.toThrow(message);
});

test("a copy whose user became an administrator past the hub is restored only with force, and stays found", async () => {
  await store.records.put("profile", profile, change);
  await store.records.put("user", user, change);
  await backup(store, copy, { mayReplace: true });
  await store.close();
  execute(copy, promote);

  await expect(restore()).rejects.toThrow(/not intact: The record "user u" .*--force/u);
  await restore({ takesBroken: true });

  expect(await (await opened()).audit.verify()).toMatchObject({ isIntact: false });
});

test("the hub's own database is refused as its copy, also by another path", async () => {
  await store.close();
  await expect(restore({ file: join(folder, "..", "data", "hub.db") })).rejects.toThrow("itself");
});

test("a directory that a hub uses is refused", async () => {
  // Our parent lives, and is not us.
  writeFileSync(join(folder, "hub.lock"), JSON.stringify({ pid: process.ppid, nonce: "hub" }));
  await expect(restore()).rejects.toThrow("in use by another hub");
  expect(existsSync(join(folder, "hub.db"))).toBe(true);
});

test("a restore that was interrupted keeps hubs from starting until it is done", async () => {
  await store.close();
  writeFileSync(join(folder, "restore.unfinished"), "");
  await expect(opened()).rejects.toThrow("was interrupted. Run it again: hub restore");
  await restore();
  expect(await (await opened()).records.list("sector")).toHaveLength(300);
});

test("a backup replaces no file unless it is told to, and keeps the old one until the new one is whole", async () => {
  const first = readFileSync(copy);
  await fill(301, 310);
  await expect(backup(store, copy)).rejects.toThrow(`There is a file ${copy} already`);
  expect(readFileSync(copy).equals(first)).toBe(true);
  await backup(store, copy, { mayReplace: true });
  const restored = openSqliteStore(copy, { now: () => 0 });
  expect(await restored.records.list("sector")).toHaveLength(310);
  await restored.close();
  const second = readFileSync(copy);
  const full = { backup: () => Promise.reject(new Error("disk full")) };
  await expect(backup(full, copy, { mayReplace: true })).rejects.toThrow("disk full");
  expect(readFileSync(copy).equals(second)).toBe(true);
  await expect(backup(full, join(root, "new.db"))).rejects.toThrow("disk full");
  expect(readdirSync(root).toSorted()).toEqual(["copy.db", "data"]);
});

test("a backup goes neither over the database itself nor where another one left its -wal", async () => {
  const own = join(folder, "hub.db");
  await expect(backup(store, own, { mayReplace: true })).rejects.toThrow(/in use/u);
  rmSync(copy);
  writeFileSync(`${copy}-wal`, "frames");
  await expect(backup(store, copy)).rejects.toThrow("copy.db-wal");
});
