import type { DatabaseSync } from "node:sqlite";

import { foreignSchema, newerSchema, StoreError } from "../store.ts";
import { migrations } from "./migrations.ts";
import { nodeSqlite } from "./nodeSqlite.ts";
import { schemaProblem } from "./schemaCheck.ts";
import { toStoreError } from "./sqliteErrors.ts";

/** Tables that every hub's database has had since the first version. */
const tables = ["record", "usage_record", "audit_event", "audit_head"];

/** Throws a `StoreError` for a damaged, foreign or newer file. */
export function checkHubFile(path: string): void {
  const { DatabaseSync: Connection } = nodeSqlite();
  try {
    const database = new Connection(path);
    try {
      database.exec("PRAGMA trusted_schema = OFF");
      checkWhole(database, path);
      checkHub(database, path);
    } finally {
      database.close();
    }
  } catch (error) {
    throw toStoreError(error);
  }
}

/** Ends the sessions and the sign-ins of devices in a file of the present schema. */
export function endSignIns(path: string): void {
  const { DatabaseSync: Connection } = nodeSqlite();
  const database = new Connection(path);
  try {
    database.exec("DELETE FROM session; DELETE FROM device_grant");
  } finally {
    database.close();
  }
}

function checkWhole(database: DatabaseSync, path: string): void {
  const problem = firstProblem(database, "integrity_check") ?? foreignProblem(database);
  if (problem !== undefined) {
    throw new StoreError("unavailable", `The copy ${path} is damaged: ${problem}. Take another.`);
  }
}

function foreignProblem(database: DatabaseSync): string | undefined {
  const broken = database.prepare("PRAGMA foreign_key_check").get();
  return broken && `a ${String(broken["table"])} refers to what is not there`;
}

function checkHub(database: DatabaseSync, path: string): void {
  const found = new Set(
    database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .all()
      .map((row) => row["name"]),
  );
  if (![...tables, "schema_version"].every((name) => found.has(name))) {
    throw new StoreError("invalid", `${path} is a database, but not a hub's.`);
  }
  const row = database.prepare("SELECT version FROM schema_version").get();
  const version = Number(row?.["version"] ?? 0);
  if (version > migrations.length) {
    throw newerSchema(version, migrations.length);
  }
  const problem = schemaProblem((sql) => database.prepare(sql).all(), migrations.slice(0, version));
  if (problem !== undefined) {
    throw foreignSchema(problem);
  }
}

export function firstProblem(
  database: DatabaseSync,
  check: "quick_check" | "integrity_check",
): string | undefined {
  const text = String(database.prepare(`PRAGMA ${check}(1)`).get()?.[check]);
  return text === "ok" ? undefined : text.replaceAll(/\s+/gu, " ").slice(0, 200);
}
