import { setImmediate } from "node:timers/promises";

import { numberIn } from "../sql.ts";
import type { LogSync } from "./logSync.ts";
import type { SqliteConnection } from "./sqliteConnection.ts";
import { toStoreError } from "./sqliteErrors.ts";

/** Rows that are kept in memory from one batch to the next. */
export interface KeptRows {
  /** Writes the changed rows: the end of a transaction. */
  readonly write: () => void;
  /** Forgets all rows: they were rolled back, or another process has changed the database. */
  readonly forget: () => void;
  /** Whether at most one request is open, as far as these rows tell. */
  readonly isQuiet?: () => boolean;
}

interface Job {
  readonly run: () => void;
  readonly succeed: () => void;
  readonly fail: (error: unknown) => void;
  readonly undo: (() => void) | undefined;
}

/**
 * All writes requested in one turn of the event loop, or while the batch before them goes to the
 * disk, become one transaction. They share its sync, and no write resolves before it. If a batch
 * fails, it is rolled back and its writes run again, each in its own transaction.
 */
export class Batches {
  readonly #connection: SqliteConnection;
  readonly #log: LogSync | undefined;
  readonly #kept: KeptRows[] = [];
  #jobs: Job[] = [];
  #running: Promise<void> | undefined;
  /** Whether the last batch was a single write. */
  #wasAlone = false;
  #synced: Promise<void> = Promise.resolve();
  /** Of writes that were committed, but refused because their sync failed. */
  #undos: readonly (() => void)[] = [];
  /** Changes when another connection commits. */
  #dataVersion: number | undefined;

  /** `log` is absent if SQLite itself syncs each commit. */
  constructor(connection: SqliteConnection, log: LogSync | undefined) {
    this.#connection = connection;
    this.#log = log;
  }

  /** Writes and forgets these rows together with the transactions. */
  keep(rows: KeptRows): void {
    this.#kept.push(rows);
  }

  /**
   * Runs all of `work`, or nothing of it if it throws; resolves when it is on the disk. It may run
   * a second time, after a rollback of the first. If it was committed and its sync failed, it
   * rejects, and `undo` runs within the next transaction.
   */
  add<T>(work: () => T, undo?: () => void): Promise<T> {
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
        undo,
      });
      this.#running ??= this.#runAll();
    });
  }

  /** Resolves when everything that a read can find now is on the disk; rejects if that failed. */
  async onDisk(): Promise<void> {
    try {
      await this.#synced;
    } catch (error) {
      throw toStoreError(error);
    }
  }

  /** Resolves when no write is left. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #runAll(): Promise<void> {
    while (this.#jobs.length > 0) {
      await this.#gather();
      const jobs = this.#jobs;
      this.#jobs = [];
      this.#wasAlone = jobs.length === 1;
      await this.#runBatch(jobs);
    }
    this.#running = undefined;
  }

  /**
   * Waits for the other writes of this turn. Where the last batch was a single write, no other is
   * likely to come: what else happens in the turn, such as events of 64 streams, is not waited for.
   */
  #gather(): Promise<void> {
    return this.#wasAlone ? Promise.resolve() : setImmediate();
  }

  async #runBatch(jobs: readonly Job[]): Promise<void> {
    let committed: readonly Job[];
    try {
      await this.#mendLog();
      committed = this.#commit(jobs);
    } catch (error) {
      failAll(jobs, error);
      return;
    }
    try {
      await this.#syncLog(jobs.length === 1 && this.#isQuiet());
    } catch (error) {
      this.#forget();
      this.#undos = committed.flatMap(({ undo }) => undo ?? []);
      failAll(committed, error);
      return;
    }
    for (const job of committed) {
      job.succeed();
    }
  }

  #isQuiet(): boolean {
    return this.#kept.every((rows) => rows.isQuiet?.() ?? true);
  }

  async #syncLog(isAlone: boolean): Promise<void> {
    if (this.#log) {
      this.#synced = this.#log.sync(isAlone);
      await this.#synced;
    }
  }

  /** Returns the jobs that are committed; the others have failed. */
  #commit(jobs: readonly Job[]): readonly Job[] {
    this.#begin();
    try {
      this.#finish(jobs);
      return jobs;
    } catch (error) {
      this.#undo();
      const [job] = jobs;
      if (jobs.length === 1) {
        job?.fail(error);
        return [];
      }
    }
    return this.#commitEach(jobs);
  }

  #commitEach(jobs: readonly Job[]): readonly Job[] {
    const committed: Job[] = [];
    let refusal: { readonly error: unknown } | undefined;
    for (const job of jobs) {
      try {
        // A lock of another process is waited for once, not once for each job.
        refusal ??= this.#refusal();
        if (refusal) {
          throw refusal.error;
        }
        this.#finish([job]);
        committed.push(job);
      } catch (error) {
        this.#undo();
        job.fail(error);
      }
    }
    return committed;
  }

  /** Begins a transaction, or returns why that failed. */
  #refusal(): { readonly error: unknown } | undefined {
    try {
      this.#begin();
      return undefined;
    } catch (error) {
      return { error };
    }
  }

  #begin(): void {
    this.#connection.change("BEGIN IMMEDIATE");
  }

  #finish(jobs: readonly Job[]): void {
    this.#log?.open();
    this.#followOthers();
    for (const undo of this.#undos) {
      undo();
    }
    for (const job of jobs) {
      job.run();
    }
    for (const rows of this.#kept) {
      rows.write();
    }
    this.#connection.change("COMMIT");
    this.#undos = [];
  }

  /** Forgets the rows in memory if another connection has committed since the last transaction. */
  #followOthers(): void {
    const [row] = this.#connection.select("PRAGMA data_version");
    const version = row && numberIn(row, "data_version");
    if (version !== this.#dataVersion) {
      this.#dataVersion = version;
      this.#forget();
    }
  }

  #undo(): void {
    this.#connection.rollBack();
    this.#forget();
  }

  #forget(): void {
    for (const rows of this.#kept) {
      rows.forget();
    }
  }

  /** After a failed sync nothing more is committed until the log is on the disk after all. */
  async #mendLog(): Promise<void> {
    if (this.#log?.isInDoubt !== true) {
      return;
    }
    this.#begin();
    try {
      this.#synced = this.#log.mend();
      await this.#synced;
    } finally {
      this.#connection.rollBack();
    }
  }
}

function failAll(jobs: readonly Job[], error: unknown): void {
  for (const job of jobs) {
    job.fail(error);
  }
}
