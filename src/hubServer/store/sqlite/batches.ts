import { setImmediate } from "node:timers/promises";

import { numberIn } from "../sql/sql.ts";
import type { LogSync } from "./logSync.ts";
import type { SqliteConnection } from "./sqliteConnection.ts";
import { toStoreError } from "./sqliteErrors.ts";

export interface KeptRows {
  readonly write: () => void;
  readonly forget: () => void;
  readonly isQuiet?: () => boolean;
}

interface Job {
  readonly run: () => void;
  readonly succeed: () => void;
  readonly fail: (error: unknown) => void;
  readonly undo: (() => void) | undefined;
}

/**
 * Group commit: all writes of one turn of the event loop, or of one disk sync, share a transaction. After a rollback,
 * each write runs again in its own.
 */
export class Batches {
  readonly #connection: SqliteConnection;
  readonly #log: LogSync | undefined;
  readonly #kept: KeptRows[] = [];
  #jobs: Job[] = [];
  #running: Promise<void> | undefined;
  #wasAlone = false;
  #synced: Promise<void> = Promise.resolve();
  /** Undo functions of writes that were committed but rejected because their sync failed. */
  #undos: readonly (() => void)[] = [];
  #dataVersion: number | undefined;

  /** Absent if SQLite itself syncs each commit. */
  constructor(connection: SqliteConnection, log: LogSync | undefined) {
    this.#connection = connection;
    this.#log = log;
  }

  keep(rows: KeptRows): void {
    this.#kept.push(rows);
  }

  /**
   * `work` may run again after a rollback. If the sync fails, the promise rejects and `undo` runs in the next
   * transaction.
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

  async onDisk(): Promise<void> {
    try {
      await this.#synced;
    } catch (error) {
      throw toStoreError(error);
    }
  }

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
   * Gathers writes of a turn. After a batch of one write, another write is unlikely, and the turn may carry events of
   * 64 streams.
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
        // Wait for another process's lock once, not once per job.
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

  /** Repairs the log after a failed sync. Nothing is committed until the log is on the disk. */
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
