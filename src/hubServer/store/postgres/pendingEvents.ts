import type { PostgresDatabase } from "./postgresDatabase.ts";
import { toStoreError } from "./postgresErrors.ts";

const delayMs = 250;

const retryMs = 1_000;

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

  async enterAll(): Promise<void> {
    await this.#enter(true);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#entering;
    // Another hub, or this one after a restart, chains the rest.
    await this.enterAll().catch(() => {});
  }

  /** Enters the events, and checks again later: the current holder of the head may miss the newest events. */
  async #enterUnlessBusy(): Promise<void> {
    try {
      if (!(await this.#enter(false))) {
        this.schedule();
      }
    } catch {
      // The next settlement or append reports the same failure.
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
