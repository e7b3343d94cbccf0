import { dayOf } from "../shared/base/calendar.ts";
import type { Clock } from "../shared/base/clock.ts";
import { readSettings } from "./store/builtInRecords.ts";
import type { Store } from "./store/store.ts";
import { timeBetween } from "./values/timeBetween.ts";

const everyMs = 15_000;
const pruneMs = 3_600_000;
const dayMs = 86_400_000;

export interface MaintenanceDeps {
  readonly store: Pick<Store, "ledger" | "records" | "audit">;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** Regular jobs, which several hubs may run at once. */
export class Maintenance {
  readonly #deps: MaintenanceDeps;
  #cancelTimer: (() => void) | undefined;
  #isStopped = false;
  #prunedAt = -Infinity;

  constructor(deps: MaintenanceDeps) {
    this.#deps = deps;
  }

  async run(): Promise<void> {
    const { clock, onError } = this.#deps;
    try {
      await this.#once(clock.now());
    } catch (error) {
      onError(error);
    }
    if (!this.#isStopped) {
      this.#cancelTimer = clock.startTimer(() => void this.run(), everyMs);
    }
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancelTimer?.();
  }

  async #once(now: number): Promise<void> {
    const { store } = this.#deps;
    await store.ledger.reap(now);
    if (timeBetween(this.#prunedAt, now) < pruneMs) {
      return;
    }
    const { retentionDays, timeZone } = await readSettings(store);
    if (retentionDays !== undefined && retentionDays > 0) {
      const oldest = now - retentionDays * dayMs;
      await store.audit.prune(oldest);
      await store.ledger.pruneUsage(dayOf(oldest, timeZone));
    }
    // A failed pruning is tried again after `everyMs`.
    this.#prunedAt = now;
  }
}
