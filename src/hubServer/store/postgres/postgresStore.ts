import type { AuditLog } from "../auditLog.ts";
import { RowSeal, sealDevices } from "../sql/rowSeal.ts";
import { createAuditLog } from "../sql/sqlAudit.ts";
import { createDeviceStore } from "../sql/sqlDevices.ts";
import { createGrantStore } from "../sql/sqlGrants.ts";
import { createOpenIdGrantStore } from "../sql/sqlOpenIdGrants.ts";
import { createRecordStore, createSessionStore } from "../sql/sqlRecords.ts";
import { StoreError, type Store } from "../store.ts";
import { functionSet } from "./applyFunctions.ts";
import { Company } from "./company.ts";
import { migrate, migrations } from "./migrate.ts";
import { PendingEvents } from "./pendingEvents.ts";
import { PostgresDatabase } from "./postgresDatabase.ts";
import { createPostgresLedger, type PostgresLedgerOptions } from "./postgresLedger.ts";
import { schemaProblem } from "./schemaCheck.ts";
import { serverProblems } from "./serverProblems.ts";

export interface PostgresStoreOptions extends Partial<Pick<PostgresLedgerOptions, "rateClock">> {
  readonly now: () => number;
  /** A secret that the database does not contain, for the rows of sign-ins. */
  readonly rowKey?: string;
  readonly connections?: number;
}

/**
 * Needs PostgreSQL 14. Rates use the database's clock, leases the callers': machine clocks must agree to well within a
 * lease.
 */
export async function openPostgresStore(
  url: string,
  options: PostgresStoreOptions,
): Promise<Store> {
  const database = new PostgresDatabase(url, options.connections ?? 10);
  let company: Company;
  try {
    await checkServer(database);
    await migrate(database, migrations);
    company = await Company.join(database);
  } catch (error) {
    await database.close();
    throw withReason(error);
  }
  const pending = new PendingEvents(database);
  pending.schedule();
  const seal = new RowSeal(options.rowKey ?? "");
  return {
    records: createRecordStore(database, seal),
    sessions: createSessionStore(database, seal),
    grants: createGrantStore(database, seal),
    devices: createDeviceStore(database, seal),
    openIdGrants: createOpenIdGrantStore(database),
    ledger: createPostgresLedger(database, {
      pending,
      company,
      rateClock: options.rateClock ?? "database",
    }),
    audit: createPostgresAudit(database, pending, options.now),
    sealDevices: () => sealDevices(database, seal),
    check: async () => {
      await database.write([{ sql: "UPDATE write_check SET at = ?", values: [options.now()] }]);
    },
    backup: () =>
      Promise.reject(new StoreError("invalid", "PostgreSQL is backed up with pg_dump.")),
    close: async () => {
      await pending.close();
      // Other hubs notice the absence later.
      await company.leave().catch(() => {});
      await database.close();
    },
  };
}

/** The error of a start with PostgreSQL's own words, such as `role "hub" does not exist`. */
function withReason(error: unknown): unknown {
  const cause = error instanceof StoreError && error.reason === "unavailable" && error.cause;
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
  return first instanceof Error
    ? new StoreError("unavailable", `The database cannot be opened: ${first.message}.`, error)
    : error;
}

/** The head is stored elsewhere too, so it must be on the disk before it is returned. */
function createPostgresAudit(
  database: PostgresDatabase,
  pending: PendingEvents,
  now: () => number,
): AuditLog {
  const audit = createAuditLog(database, {
    now,
    schemaProblem: () =>
      database.transact((client) => schemaProblem(client, migrations, functionSet)),
  });
  // Reading must work in a database that is read-only, or whose chain a foreign program extended.
  const enterIfPossible = () => pending.enterAll().catch(() => {});
  return {
    append: audit.append,
    wasRouted: audit.wasRouted,
    appendRunEnd: async (event) => {
      await pending.enterAll();
      await audit.appendRunEnd(event);
    },
    list: async (filter, page) => {
      await enterIfPossible();
      return await audit.list(filter, page);
    },
    read: async function* (filter) {
      await enterIfPossible();
      yield* audit.read(filter);
    },
    head: async () => {
      await enterIfPossible();
      const head = await audit.head();
      await database.flush();
      return head;
    },
    verify: async (expectedHead) => {
      await enterIfPossible();
      const state = await audit.verify(expectedHead);
      await database.flush();
      return state;
    },
    stateRecords: audit.stateRecords,
    prune: async (time) => {
      await pending.enterAll();
      return await audit.prune(time);
    },
  };
}

async function checkServer(database: PostgresDatabase): Promise<void> {
  const [row] = await database.rows(
    `SELECT current_setting('server_version_num')::int AS number,
      current_setting('server_version') AS version,
      current_setting('server_encoding') AS encoding,
      current_setting('default_transaction_isolation') AS isolation`,
    [],
  );
  const problems = serverProblems(row ?? {});
  if (problems.length > 0) {
    throw new StoreError("unavailable", problems.join(" "));
  }
}
