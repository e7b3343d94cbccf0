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

/** In place of a path: gone when it is closed. */
const memory = ":memory:";

/** More than a database can have. */
const allPages = 2 ** 31 - 1;

/**
 * One connection. All writes that are asked for in one turn of the event loop become one transaction, each
 * in a savepoint of its own: they share one `fsync`, and none is answered before it.
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

  /** Answers how many rows it has changed. */
  change(sql: string, ...values: readonly SqlValue[]): number {
    return Number(this.#prepare(sql).run(...values).changes);
  }

  /** All of `work`, or nothing of it if it throws; resolves when it is on the disk. */
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

  /** For what only reads: its errors as `StoreError`s. */
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

  /** Within a transaction. */
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

  /** Makes a copy of one moment, off this thread, while writes go on. */
  async copyTo(path: string): Promise<void> {
    if (this.#path === memory) {
      throw new StoreError("invalid", "A database in memory cannot be copied.");
    }
    try {
      createForOwnerOnly(path);
      // A reader of its own: a transaction of ours would disturb it. In one step: it would begin again after each write.
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

  /** Writes what waits, then ends. */
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
        // A job that has failed by itself has told its own reason; a second one is not heard.
        job.fail(error);
      }
    }
  }

  /** False if it has failed and changed nothing; throws if the whole transaction is lost. */
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
      // The error that led here is the one to tell.
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

/** SQLite would make the file readable for everybody; its journal takes the mode of the file. */
function createForOwnerOnly(path: string): void {
  if (path !== memory) {
    closeSync(openSync(path, "a", 0o600));
  }
}
