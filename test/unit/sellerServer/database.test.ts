import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { afterEach, beforeEach, expect, test } from "vitest";

import { SandboxDatabase } from "../../../src/sellerServer/store/database.ts";

let path: string;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "seller-database-"));
  path = join(folder, "seller.db");
});
afterEach(() => rm(folder, { recursive: true }));

test("a transaction that throws leaves nothing behind", () => {
  const db = new SandboxDatabase();
  expect(() =>
    db.transaction(() => {
      db.run("INSERT INTO seller VALUES (1, 'um', 'um')");
      throw new Error("no");
    }),
  ).toThrow("no");
  expect(db.number("SELECT count(*) AS value FROM seller")).toBe(0);
  db.close();
});

test("a file opens again with what was written", () => {
  const first = new SandboxDatabase(path);
  first.run("INSERT INTO seller VALUES (1, 'um', 'um')");
  first.close();
  const second = new SandboxDatabase(path);
  expect(second.text("SELECT nome AS value FROM seller")).toBe("um");
  second.close();
});

test("a file of another version is refused and left as it is", () => {
  const newer = new DatabaseSync(path);
  newer.exec("PRAGMA user_version = 9; CREATE TABLE futuro (x)");
  newer.close();
  expect(() => new SandboxDatabase(path)).toThrow("version 9");
  const kept = new DatabaseSync(path);
  expect(kept.prepare("SELECT name FROM sqlite_schema").all()).toEqual([
    expect.objectContaining({ name: "futuro" }),
  ]);
  kept.close();
});

test("a file that is no database is refused", async () => {
  await writeFile(path, "isto não é um banco de dados ".repeat(100));
  expect(() => new SandboxDatabase(path)).toThrow("not a database");
});
