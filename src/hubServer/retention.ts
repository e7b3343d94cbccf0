import type { Clock } from "../shared/clock.ts";
import { readSettings } from "./admin/builtInRecords.ts";
import type { Store } from "./store/store.ts";

const everyMs = 3_600_000;
const dayMs = 86_400_000;

export interface RetentionDeps {
  readonly store: Pick<Store, "records" | "audit">;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** Removes events of the audit that are older than the organisation keeps them. Any number of hubs may do it. */
export class Retention {
  readonly #deps: RetentionDeps;
  #cancelTimer: (() => void) | undefined;
  #isStopped = false;

  constructor(deps: RetentionDeps) {
    this.#deps = deps;
  }

  /** Does it now, and every hour from now on. Never rejects. */
  async run(): Promise<void> {
    const { store, clock, onError } = this.#deps;
    try {
      const { retentionDays } = await readSettings(store);
      if (retentionDays !== undefined && retentionDays > 0) {
        await store.audit.prune(clock.now() - retentionDays * dayMs);
      }
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
}
