import { createAuditLog } from "../sql/sqlAudit.ts";
import { createGrantStore } from "../sql/sqlGrants.ts";
import { createOpenIdGrantStore } from "../sql/sqlOpenIdGrants.ts";
import { createRecordStore, createSessionStore } from "../sql/sqlRecords.ts";
import type { Store } from "../store.ts";
import type { SyncFile } from "./logSync.ts";
import { migrate } from "./migrate.ts";
import { migrations } from "./migrations.ts";
import { schemaProblem } from "./schemaCheck.ts";
import { SqliteDatabase } from "./sqliteDatabase.ts";
import { createSqliteLedger } from "./sqliteLedger.ts";

export interface SqliteStoreOptions {
  readonly now: () => number;
  /** The longest wait for another writing process, which blocks this process. Default 2,000. */
  readonly busyMs?: number;
  readonly checksFile?: boolean;
  readonly syncFile?: SyncFile;
}

/** For one process at a time; rates and leases use the callers' times. */
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
    grants: createGrantStore(database),
    openIdGrants: createOpenIdGrantStore(database),
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
