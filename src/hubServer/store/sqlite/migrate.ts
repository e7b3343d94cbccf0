import { numberIn } from "../sql.ts";
import { newerSchema } from "../store.ts";
import type { SqliteDatabase } from "./sqliteDatabase.ts";
import { toStoreError } from "./sqliteErrors.ts";

/** Applies the missing `migrations`, each in a transaction; refuses a newer database. */
export function migrate(database: SqliteDatabase, migrations: readonly string[]): void {
  try {
    database.execute("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL) STRICT");
    while (takeStep(database, migrations)) {
      // One step at a time: each reads the version again, as another process may have applied some.
    }
  } catch (error) {
    throw toStoreError(error);
  }
}

function takeStep(database: SqliteDatabase, migrations: readonly string[]): boolean {
  database.execute("BEGIN IMMEDIATE");
  try {
    const [row] = database.select("SELECT version FROM schema_version");
    const version = row ? numberIn(row, "version") : 0;
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
      // SQLite has rolled back by itself, as on a full disk: the first error is the one that counts.
    }
    throw error;
  }
}
