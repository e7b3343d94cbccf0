import type { PostgresDatabase } from "./postgresDatabase.ts";
import { toStoreError } from "./postgresErrors.ts";

/** How long after a settlement its events get their place in the chain, unless they are read before. */
const delayMs = 250;

/** After a failure: the database is away, or somebody wrote to the audit past the hub. */
const retryMs = 1_000;

/** Enters the audit events of settlements, also of other processes, into the chain. */
export class PendingEvents {
  readonly #database: PostgresDatabase;
  #timer: NodeJS.Timeout | undefined;
  #entering: Promise<void> | undefined;
  #isClosed = false;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  /** There may be some. */
  schedule(afterMs = delayMs): void {
    if (this.#timer === undefined && !this.#isClosed) {
      this.#timer = setTimeout(() => {
        this.#timer = undefined;
        this.#entering = this.#enterUnlessBusy();
      }, afterMs).unref();
    }
  }

  /** Resolves when all that was settled before is in the chain; rejects with a `StoreError`. */
  async enterAll(): Promise<void> {
    await this.#enter(true);
  }

  /** Enters what is left, if it can; nothing is scheduled any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#entering;
    // Another hub will enter it, or this one when it is opened again.
    await this.enterAll().catch(() => {});
  }

  /** Leaves it to whoever holds the head; looks again later, as that one may not have seen the newest. */
  async #enterUnlessBusy(): Promise<void> {
    try {
      if (!(await this.#enter(false))) {
        this.schedule();
      }
    } catch {
      // The events are kept, and whoever settles or appends next sees the same failure.
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
