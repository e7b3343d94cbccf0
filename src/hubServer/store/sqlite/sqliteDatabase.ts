import { closeSync, openSync } from "node:fs";
import type { DatabaseSync, StatementSync } from "node:sqlite";

import { nextRow, toAuditRecord } from "../auditChain.ts";
import type { AuditEvent, AuditRecord } from "../records.ts";
import { numberIn, textIn, type Sql, type SqlRow, type SqlValue, type Statement } from "../sql.ts";
import { insertAuditRow } from "../sqlAudit.ts";
import { StoreError } from "../store.ts";
import { firstProblem } from "./hubFile.ts";
import { nodeSqlite } from "./nodeSqlite.ts";
import { damagedFile, toStoreError } from "./sqliteErrors.ts";

interface Job {
  readonly run: () => void;
  readonly succeed: () => void;
  readonly fail: (error: unknown) => void;
}

/** Used in place of a path: the database is gone when it is closed. */
const memory = ":memory:";

/** More pages than a database can have. */
const allPages = 2 ** 31 - 1;

/**
 * One connection. All writes requested in one turn of the event loop become one transaction, each
 * in its own savepoint: they share one `fsync`, and no write resolves before it.
 */
export class SqliteDatabase implements Sql {
  readonly position = "instr";
  readonly #path: string;
  readonly #connection: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #jobs: Job[] = [];

  constructor(path: string, busyMs: number) {
    this.#path = path;
    try {
      createForOwnerOnly(path);
      const { DatabaseSync: Connection } = nodeSqlite();
      this.#connection = new Connection(path, { timeout: busyMs });
      this.#connection.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
      this.#connection.exec("PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;");
    } catch (error) {
      throw toStoreError(error);
    }
  }

  /** Throws a `StoreError` if SQLite's quick check of the whole file finds damage. */
  requireWhole(): void {
    let problem: string | undefined;
    try {
      problem = firstProblem(this.#connection, "quick_check");
    } catch (error) {
      throw toStoreError(error);
    }
    if (problem !== undefined) {
      throw damagedFile(problem);
    }
  }

  /** Runs several statements without parameters. */
  execute(sql: string): void {
    this.#connection.exec(sql);
  }

  select(sql: string, ...values: readonly SqlValue[]): readonly SqlRow[] {
    return this.#prepare(sql).all(...values);
  }

  /** Returns the number of changed rows. */
  change(sql: string, ...values: readonly SqlValue[]): number {
    return Number(this.#prepare(sql).run(...values).changes);
  }

  /** Runs all of `work`, or nothing of it if it throws; resolves when it is on the disk. */
  transact<T>(work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      let result: { readonly value: T } | undefined;
      this.#jobs.push({
        run: () => {
          result = { value: work() };
        },
        succeed: () => {
          if (result) {
            resolve(result.value);
          }
        },
        fail: (error) => reject(toStoreError(error)),
      });
      if (this.#jobs.length === 1) {
        setImmediate(() => this.#runJobs());
      }
    });
  }

  rows(sql: string, values: readonly SqlValue[]): Promise<readonly SqlRow[]> {
    return this.attempt(() => this.select(sql, ...values));
  }

  /** Runs work that only reads; its errors become `StoreError`s. */
  attempt<T>(work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      try {
        resolve(work());
      } catch (error) {
        reject(toStoreError(error));
      }
    });
  }

  write(statements: readonly Statement[], event?: AuditEvent): Promise<number> {
    return this.transact(() => {
      const [first, ...rest] = statements;
      const changes = first ? this.change(first.sql, ...first.values) : 0;
      if (changes > 0) {
        for (const { sql, values } of rest) {
          this.change(sql, ...values);
        }
        if (event) {
          this.appendNow(event);
        }
      }
      return changes;
    });
  }

  append(event: AuditEvent): Promise<AuditRecord> {
    return this.transact(() => this.appendNow(event));
  }

  /** Must run within a transaction. */
  appendNow(event: AuditEvent): AuditRecord {
    const [head] = this.select("SELECT seq, hash FROM audit_head");
    if (!head) {
      throw new StoreError("unavailable", "The database is damaged: it has no audit head.");
    }
    const row = nextRow({ seq: numberIn(head, "seq"), hash: textIn(head, "hash") }, event);
    const { sql, values } = insertAuditRow(row);
    this.change(sql, ...values);
    this.change("UPDATE audit_head SET seq = ?, hash = ?", row.seq, row.hash);
    return toAuditRecord(row);
  }

  /** Makes a consistent copy, off this thread, while writes go on. */
  async copyTo(path: string): Promise<void> {
    if (this.#path === memory) {
      throw new StoreError("invalid", "A database in memory cannot be copied.");
    }
    try {
      createForOwnerOnly(path);
      // Its own reader: a transaction of ours would disturb it.
      // In one step: SQLite restarts the copy after each write.
      const { backup, DatabaseSync: Connection } = nodeSqlite();
      const reader = new Connection(this.#path, { readOnly: true });
      try {
        await backup(reader, path, { rate: allPages });
      } finally {
        reader.close();
      }
    } catch (error) {
      throw toStoreError(error);
    }
  }

  /** Runs the pending writes, then closes. */
  close(): void {
    this.#runJobs();
    if (this.#connection.isOpen) {
      this.#connection.close();
    }
  }

  #runJobs(): void {
    const jobs = this.#jobs;
    this.#jobs = [];
    if (jobs.length === 0) {
      return;
    }
    try {
      this.#connection.exec("BEGIN IMMEDIATE");
      const done = jobs.filter((job) => this.#runJob(job, jobs.length > 1));
      this.#connection.exec("COMMIT");
      for (const job of done) {
        job.succeed();
      }
    } catch (error) {
      this.#rollBack();
      for (const job of jobs) {
        // No effect on a job that has already failed: it keeps its own error.
        job.fail(error);
      }
    }
  }

  /** False if the job failed and changed nothing; throws if the whole transaction is lost. */
  #runJob(job: Job, hasCompany: boolean): boolean {
    if (!hasCompany) {
      job.run();
      return true;
    }
    this.change("SAVEPOINT job");
    try {
      job.run();
      this.change("RELEASE job");
      return true;
    } catch (error) {
      job.fail(error);
      if (!this.#connection.isTransaction) {
        throw error;
      }
      this.change("ROLLBACK TO job");
      this.change("RELEASE job");
      return false;
    }
  }

  #rollBack(): void {
    try {
      if (this.#connection.isOpen && this.#connection.isTransaction) {
        this.#connection.exec("ROLLBACK");
      }
    } catch {
      // The error that led here is reported instead.
    }
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) {
      return known;
    }
    const statement = this.#connection.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** SQLite alone would create a file that everybody can read; the journal takes the file's mode. */
function createForOwnerOnly(path: string): void {
  if (path !== memory) {
    closeSync(openSync(path, "a", 0o600));
  }
}
