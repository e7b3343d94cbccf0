import type { DatabaseSync } from "node:sqlite";

import { foreignSchema, newerSchema, StoreError } from "../store.ts";
import { migrations } from "./migrations.ts";
import { nodeSqlite } from "./nodeSqlite.ts";
import { schemaProblem } from "./schemaCheck.ts";
import { damageOf, toStoreError } from "./sqliteErrors.ts";

/** Tables that every hub's database has had since the first version. */
const tables = ["record", "usage_record", "audit_event", "audit_head"];

/** Throws a `StoreError` for a damaged, foreign or newer file, which the person knows by `name`. */
export function checkHubFile(path: string, name: string): void {
  const { DatabaseSync: Connection } = nodeSqlite();
  try {
    const database = new Connection(path);
    try {
      database.exec("PRAGMA trusted_schema = OFF");
      checkWhole(database, name);
      checkHub(database, name);
    } finally {
      database.close();
    }
  } catch (error) {
    const damage = damageOf(error);
    throw damage === undefined ? toStoreError(error) : damagedCopy(name, damage, error);
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

function checkWhole(database: DatabaseSync, name: string): void {
  const problem = firstProblem(database, "integrity_check") ?? foreignProblem(database);
  if (problem !== undefined) {
    throw damagedCopy(name, problem);
  }
}

function damagedCopy(name: string, problem: string, cause?: unknown): StoreError {
  const message = `The copy ${name} is damaged: ${problem}. Take another.`;
  return new StoreError("unavailable", message, cause);
}

function foreignProblem(database: DatabaseSync): string | undefined {
  const broken = database.prepare("PRAGMA foreign_key_check").get();
  return broken && `a ${String(broken["table"])} refers to what is not there`;
}

function checkHub(database: DatabaseSync, name: string): void {
  const found = new Set(
    database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .all()
      .map((row) => row["name"]),
  );
  if (![...tables, "schema_version"].every((table) => found.has(table))) {
    throw new StoreError("invalid", `${name} is a database, but not a hub's.`);
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
