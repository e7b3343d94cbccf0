import type { AuditLog } from "../auditLog.ts";
import { createAuditLog } from "../sqlAudit.ts";
import { createRecordStore, createSessionStore } from "../sqlRecords.ts";
import { StoreError, type Store } from "../store.ts";
import { migrate, migrations } from "./migrate.ts";
import { PostgresDatabase } from "./postgresDatabase.ts";
import { createPostgresLedger, type PostgresLedgerOptions } from "./postgresLedger.ts";

export interface PostgresStoreOptions extends Partial<PostgresLedgerOptions> {
  /** Time of the event that the store itself records: the checkpoint of a pruned audit. */
  readonly now: () => number;
  /** Most connections of this process; 10 by default. */
  readonly connections?: number;
}

/**
 * The store in a PostgreSQL database (14 or later) that any number of processes share. Rates use
 * the database's clock, leases the times that callers pass: the machines' clocks must agree to well
 * within a lease. Rejects with a `StoreError`.
 */
export async function openPostgresStore(
  url: string,
  options: PostgresStoreOptions,
): Promise<Store> {
  const database = new PostgresDatabase(url, options.connections ?? 10);
  try {
    await checkServer(database);
    await migrate(database, migrations);
  } catch (error) {
    await database.close();
    throw error;
  }
  return {
    records: createRecordStore(database),
    sessions: createSessionStore(database),
    ledger: createPostgresLedger(database, { rateClock: options.rateClock ?? "database" }),
    audit: createPostgresAudit(database, options.now),
    check: async () => {
      await database.write([{ sql: "UPDATE write_check SET at = ?", values: [options.now()] }]);
    },
    backup: () =>
      Promise.reject(new StoreError("invalid", "PostgreSQL is backed up with pg_dump.")),
    close: () => database.close(),
  };
}

/** The head is kept outside the database, so it must be on the disk there before anybody has it. */
function createPostgresAudit(database: PostgresDatabase, now: () => number): AuditLog {
  const audit = createAuditLog(database, now);
  return {
    ...audit,
    head: async () => {
      const head = await audit.head();
      await database.flush();
      return head;
    },
  };
}

/**
 * After waiting for a lock, our functions must see what others committed meanwhile: only this level
 * does.
 */
const isolation = "read committed";

async function checkServer(database: PostgresDatabase): Promise<void> {
  const [row] = await database.rows(
    `SELECT current_setting('server_version_num')::int AS version,
      current_setting('server_encoding') AS encoding,
      current_setting('default_transaction_isolation') AS isolation`,
    [],
  );
  const version = Number(row?.["version"]);
  if (version < 140_000 || row?.["encoding"] !== "UTF8" || row["isolation"] !== isolation) {
    throw new StoreError(
      "unavailable",
      `The hub needs PostgreSQL 14 or later, a database in UTF8 and the isolation "${isolation}".`,
    );
  }
}
