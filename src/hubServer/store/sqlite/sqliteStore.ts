import { createAuditLog } from "../sql/sqlAudit.ts";
import { createRecordStore, createSessionStore } from "../sql/sqlRecords.ts";
import type { Store } from "../store.ts";
import type { SyncFile } from "./logSync.ts";
import { migrate } from "./migrate.ts";
import { migrations } from "./migrations.ts";
import { schemaProblem } from "./schemaCheck.ts";
import { SqliteDatabase } from "./sqliteDatabase.ts";
import { createSqliteLedger } from "./sqliteLedger.ts";

export interface SqliteStoreOptions {
  /**
   * Epoch milliseconds, for the checkpoint event of a pruned audit and for the duration of syncs.
   */
  readonly now: () => number;
  /**
   * Longest wait in milliseconds for another writing process; it blocks this process. 2,000 by
   * default.
   */
  readonly busyMs?: number;
  /** Checks the whole file first and refuses a damaged file. */
  readonly checksFile?: boolean;
  /** `fdatasync` by default. */
  readonly syncFile?: SyncFile;
}

/**
 * The store in one file (created if absent) for one process at a time; rates and leases use the
 * callers' times. Throws a `StoreError` if the file cannot be used.
 */
export function openSqliteStore(path: string, options: SqliteStoreOptions): Store {
  const database = new SqliteDatabase(path, options.busyMs ?? 2_000, options);
  try {
    if (options.checksFile === true) {
      database.requireWhole();
    }
    migrate(database, migrations);
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    records: createRecordStore(database),
    sessions: createSessionStore(database),
    ledger: createSqliteLedger(database),
    audit: createAuditLog(database.durable, {
      now: options.now,
      schemaProblem: () =>
        database.attempt(() => schemaProblem((sql) => database.select(sql), migrations)),
    }),
    check: async () => {
      await database.write([{ sql: "UPDATE write_check SET at = ?", values: [options.now()] }]);
    },
    backup: (target) => database.copyTo(target),
    close: async () => {
      await database.idle();
      await database.attempt(() => database.close());
    },
  };
}
