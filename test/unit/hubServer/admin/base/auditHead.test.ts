import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";

import { afterEach, beforeEach, expect, test } from "vitest";

import { AuditHead, readHeadFile } from "../../../../../src/hubServer/admin/base/auditHead.ts";
import { auditExport, auditVerify, backup } from "../../../../../src/hubServer/admin/cli.ts";
import { exportAudit } from "../../../../../src/hubServer/store/auditExport.ts";
import { openSqliteStore } from "../../../../../src/hubServer/store/sqlite/sqliteStore.ts";
import type { Store } from "../../../../../src/hubServer/store/store.ts";
import { FakeClock } from "../../../../support/fakeClock.ts";

let folder: string;
let path: string;
let store: Store;
let clock: FakeClock;
let errors: unknown[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "ai-hub-head-"));
  path = join(folder, "audit-head.json");
  clock = new FakeClock();
  errors = [];
  store = openSqliteStore(join(folder, "hub.db"), { now: () => clock.now() });
  await append("first");
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

function append(name: string): Promise<unknown> {
  return store.audit.append({ kind: "admin.change", time: clock.now(), detail: { name } });
}

function newHead(): AuditHead {
  return new AuditHead({
    path,
    audit: store.audit,
    clock,
    onError: (error) => errors.push(error),
  });
}

function tamper(sql: string): void {
  const database = new DatabaseSync(join(folder, "hub.db"));
  database.exec(sql);
  database.close();
}

/** Lets what a timer has begun run to its end. */
async function settled(head: AuditHead): Promise<void> {
  await head.update();
}

test("the head is written every minute and at the end, for the user only", async () => {
  const head = newHead();
  head.start();
  expect(existsSync(path)).toBe(false);
  clock.advance(60_000);
  await settled(head);
  expect(readHeadFile(path)).toEqual(await store.audit.head());
  expect(statSync(path).mode & 0o777).toBe(0o600);
  await append("second");
  await head.close();
  expect(readHeadFile(path)?.seq).toBe(2);
  expect(clock.pendingTimers).toBe(0);
  expect(errors).toEqual([]);
});

test("a head that is not in the chain any more stays, however often it is looked at", async () => {
  await append("second");
  const head = newHead();
  await head.update();
  tamper("DELETE FROM audit_event WHERE seq = 2; UPDATE audit_head SET seq = 1");
  await append("another second");
  expect((await head.update())?.seq).toBe(2);
  await append("third");
  await head.close();
  expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({ seq: 2 });
  const { isIntact, text: said } = await auditVerify(store, path);
  expect(isIntact).toBe(false);
  expect(said).toMatch(/^The audit is NOT intact, at event \d: /u);
});

test("an empty audit where there was one is not taken for a new one", async () => {
  const head = newHead();
  await head.update();
  tamper("DELETE FROM audit_event; UPDATE audit_head SET seq = 0");
  expect((await head.update())?.seq).toBe(1);
});

test.each(["", "[]", '{"seq":-1,"hash":"00"}'])(
  "a file that is no head is an error: %j",
  (content) => {
    writeFileSync(path, content);
    expect(() => readHeadFile(path)).toThrow(/is not the head of an audit/u);
  },
);

test("the command says that the audit is intact, and against what it was compared", async () => {
  expect((await auditVerify(store)).text).toMatch(
    /^The audit is intact: 1 events, the newest is 1 with the hash [0-9a-f]{64}\. No head was kept/u,
  );
  await newHead().update();
  expect((await auditVerify(store, path)).text).toMatch(/The head .* event 1, is in it\.$/u);
  expect((await auditVerify(store, join(folder, "nothing.json"))).isIntact).toBe(true);
});

test("the command exports every event, and leaves its output open", async () => {
  await append("=second");
  const out = new PassThrough();
  const written = text(out);
  await auditExport(store, exportAudit, { format: "jsonl", out });
  expect(out.writableEnded).toBe(false);
  out.end();
  const lines = (await written).trimEnd().split("\n");
  expect(lines.map((line) => (JSON.parse(line) as { seq: number }).seq)).toEqual([1, 2]);
});

test("a copy without a folder, or to a folder, is refused in words", async () => {
  await expect(backup(store, join(folder, "none", "copy.db"))).rejects.toThrow(
    `There is no folder ${join(folder, "none")}. Make it first, or name another.`,
  );
  await expect(backup(store, join(folder, "hub.db", "copy.db"))).rejects.toThrow("folder");
  for (const mayReplace of [false, true]) {
    await expect(backup(store, folder, { mayReplace })).rejects.toThrow(
      `${folder} is a folder. Name a file, such as ${join(folder, "hub.db")}.`,
    );
  }
});

test("the command copies the database while it is in use", async () => {
  const copy = join(folder, "copy.db");
  expect(await backup(store, copy)).toBe(`The database was copied to ${copy}.`);
  const restored = openSqliteStore(copy, { now: () => clock.now() });
  expect(await restored.audit.head()).toEqual(await store.audit.head());
  await restored.close();
});
