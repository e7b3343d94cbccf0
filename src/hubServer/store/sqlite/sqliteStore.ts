import { RowSeal, sealDevices } from "../sql/rowSeal.ts";
import { createAuditLog } from "../sql/sqlAudit.ts";
import { createDeviceStore } from "../sql/sqlDevices.ts";
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
  /** A secret that the database does not contain, for the rows of sign-ins. */
  readonly rowKey?: string;
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
  const seal = new RowSeal(options.rowKey ?? "");
  return {
    records: createRecordStore(database, seal),
    sessions: createSessionStore(database, seal),
    grants: createGrantStore(database, seal),
    devices: createDeviceStore(database, seal),
    openIdGrants: createOpenIdGrantStore(database),
    ledger: createSqliteLedger(database),
    audit: createAuditLog(database.durable, {
      now: options.now,
      schemaProblem: () =>
        database.attempt(() => schemaProblem((sql) => database.select(sql), migrations)),
    }),
    sealDevices: () => sealDevices(database, seal),
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
