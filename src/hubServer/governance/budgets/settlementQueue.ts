import type { Clock } from "../../../shared/base/clock.ts";
import { type BudgetState, type Ledger, type Settlement, StoreError } from "../../store/store.ts";
import type { OnGovernanceEvent } from "../policy/events.ts";

const firstRetryMs = 250;
const maxRetryMs = 30_000;

interface Entry {
  readonly settlement: Settlement;
  readonly onSettled: (states: readonly BudgetState[] | undefined) => Promise<void>;
}

/**
 * Contains at most the requests that were open when the store failed: no request is admitted while settlements wait.
 */
export class SettlementQueue {
  readonly #ledger: Pick<Ledger, "settle">;
  readonly #clock: Clock;
  readonly #onEvent: OnGovernanceEvent;
  readonly #waiting: Entry[] = [];
  #flushing: Promise<void> | undefined;
  #retryMs = firstRetryMs;
  #cancelRetry: (() => void) | undefined;

  constructor(ledger: Pick<Ledger, "settle">, clock: Clock, onEvent: OnGovernanceEvent) {
    this.#ledger = ledger;
    this.#clock = clock;
    this.#onEvent = onEvent;
  }

  get size(): number {
    return this.#waiting.length;
  }

  /** Never rejects; resolves when written or queued. */
  async settle(entry: Entry): Promise<void> {
    try {
      await this.#write(entry);
    } catch (error) {
      this.#onEvent({ kind: "storeFailed", during: "settle", error });
      this.#waiting.push(entry);
      this.#retryLater();
    }
  }

  flush(): Promise<void> {
    this.#flushing ??= this.#writeWaiting().finally(() => {
      this.#flushing = undefined;
    });
    return this.#flushing;
  }

  stop(): void {
    this.#cancelRetry?.();
  }

  async #writeWaiting(): Promise<void> {
    for (;;) {
      const [next] = this.#waiting;
      if (!next) {
        break;
      }
      await this.#write(next);
      this.#waiting.shift();
    }
    this.#retryMs = firstRetryMs;
    this.#cancelRetry?.();
    this.#cancelRetry = undefined;
  }

  async #write({ settlement, onSettled }: Entry): Promise<void> {
    let states: readonly BudgetState[] | undefined;
    try {
      states = await this.#ledger.settle(settlement);
    } catch (error) {
      if (!(error instanceof StoreError) || error.reason === "unavailable") {
        throw error;
      }
      this.#onEvent({ kind: "storeFailed", during: "settle", error });
    }
    await onSettled(states);
  }

  #retryLater(): void {
    this.#cancelRetry ??= this.#clock.startTimer(() => {
      this.#cancelRetry = undefined;
      this.#retryMs = Math.min(this.#retryMs * 2, maxRetryMs);
      this.flush().catch((error: unknown) => {
        this.#onEvent({ kind: "storeFailed", during: "settle", error });
        this.#retryLater();
      });
    }, this.#retryMs);
  }
}
