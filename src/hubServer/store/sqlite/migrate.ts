import { numberIn } from "../sql/sql.ts";
import { foreignSchema, newerSchema } from "../store.ts";
import { schemaProblem, versionTable } from "./schemaCheck.ts";
import type { SqliteDatabase } from "./sqliteDatabase.ts";
import { toStoreError } from "./sqliteErrors.ts";

/** Refuses a newer or foreign database before any write. */
export function migrate(database: SqliteDatabase, migrations: readonly string[]): void {
  try {
    database.execute(versionTable);
    requireOwnSchema(database, migrations);
    while (takeStep(database, migrations)) {
      // One step at a time: another process may have applied some meanwhile.
    }
  } catch (error) {
    throw toStoreError(error);
  }
}

/** Requires our schema, in one transaction, because another process may migrate meanwhile. */
function requireOwnSchema(database: SqliteDatabase, migrations: readonly string[]): void {
  database.execute("BEGIN");
  try {
    const version = versionOf(database);
    const problem =
      version > migrations.length
        ? undefined
        : schemaProblem((sql) => database.select(sql), migrations.slice(0, version));
    if (problem !== undefined) {
      throw foreignSchema(problem);
    }
  } finally {
    database.execute("ROLLBACK");
  }
}

function versionOf(database: SqliteDatabase): number {
  const [row] = database.select("SELECT version FROM schema_version");
  return row ? numberIn(row, "version") : 0;
}

function takeStep(database: SqliteDatabase, migrations: readonly string[]): boolean {
  database.execute("BEGIN IMMEDIATE");
  try {
    const version = versionOf(database);
    if (version > migrations.length) {
      throw newerSchema(version, migrations.length);
    }
    const step = migrations[version];
    if (step !== undefined) {
      database.execute(step);
      database.execute("DELETE FROM schema_version");
      database.change("INSERT INTO schema_version VALUES (?)", version + 1);
    }
    database.execute("COMMIT");
    return step !== undefined;
  } catch (error) {
    try {
      database.execute("ROLLBACK");
    } catch {
      // SQLite has already rolled back, as on a full disk: report the first error.
    }
    throw error;
  }
}
