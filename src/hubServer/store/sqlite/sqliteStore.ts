import { createAuditLog } from "../sqlAudit.ts";
import { createRecordStore, createSessionStore } from "../sqlRecords.ts";
import type { Store } from "../store.ts";
import type { SyncFile } from "./logSync.ts";
import { migrate } from "./migrate.ts";
import { migrations } from "./migrations.ts";
import { schemaProblem } from "./schemaCheck.ts";
import { SqliteDatabase } from "./sqliteDatabase.ts";
import { createSqliteLedger } from "./sqliteLedger.ts";

export interface SqliteStoreOptions {
  /**
   * Epoch milliseconds: time of the event that the store itself records (the checkpoint of a pruned
   * audit), and of its syncs.
   */
  readonly now: () => number;
  /**
   * Longest wait in milliseconds for another process that writes; it blocks this one. 2,000 by
   * default.
   */
  readonly busyMs?: number;
  /** Reads the whole file first, and refuses a damaged one. */
  readonly checksFile?: boolean;
  /** Puts the write-ahead log on the disk; `fdatasync` by default. */
  readonly syncFile?: SyncFile;
}

/**
 * The store in one file (created if absent) for one process at a time; rates and leases use the
 * times that callers pass. Throws a `StoreError` if the file cannot be used.
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
