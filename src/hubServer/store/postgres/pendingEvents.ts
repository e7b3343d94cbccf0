import type { PostgresDatabase } from "./postgresDatabase.ts";
import { toStoreError } from "./postgresErrors.ts";

/** Delay after a settlement before its events are chained; a reader chains them earlier. */
const delayMs = 250;

/**
 * Delay after a failure: the database is unreachable, or a program bypassed the hub and wrote to
 * the audit.
 */
const retryMs = 1_000;

/** Chains the audit events of settlements, those of other processes included. */
export class PendingEvents {
  readonly #database: PostgresDatabase;
  #timer: NodeJS.Timeout | undefined;
  #entering: Promise<void> | undefined;
  #isClosed = false;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  schedule(afterMs = delayMs): void {
    if (this.#timer === undefined && !this.#isClosed) {
      this.#timer = setTimeout(() => {
        this.#timer = undefined;
        this.#entering = this.#enterUnlessBusy();
      }, afterMs).unref();
    }
  }

  /**
   * Resolves when the events of all earlier settlements are chained; rejects with a `StoreError`.
   */
  async enterAll(): Promise<void> {
    await this.#enter(true);
  }

  /** Tries to chain the remaining events; nothing is scheduled afterwards. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#entering;
    // Another hub, or this one after a restart, chains the rest.
    await this.enterAll().catch(() => {});
  }

  /**
   * Leaves the work to the current holder of the head, and checks again later: the holder may miss
   * the newest events.
   */
  async #enterUnlessBusy(): Promise<void> {
    try {
      if (!(await this.#enter(false))) {
        this.schedule();
      }
    } catch {
      // The events stay stored; the next settlement or append reports the same failure.
      this.schedule(retryMs);
    }
  }

  async #enter(waits: boolean): Promise<boolean> {
    try {
      return (await this.#database.call("hub_enter_now", waits)) === true;
    } catch (error) {
      throw toStoreError(error);
    }
  }
}
