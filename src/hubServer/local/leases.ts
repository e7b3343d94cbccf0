import type { Clock } from "../../shared/base/clock.ts";

export interface LeasesDeps {
  readonly clock: Clock;
  /** Time that the hub runs without a lease. */
  readonly idleMs: number;
  /** True while requests are in progress, whose answers must not be cut. */
  readonly isBusy: () => boolean;
  readonly onIdle: () => void;
}

/** Windows renew every 10 s; a window that was suspended for a moment keeps its lease. */
const leaseMs = 45_000;
const maxLeases = 1_000;

/** Tracks the windows that need the hub; calls `onIdle` after `idleMs` without one. */
export class Leases {
  readonly #deps: LeasesDeps;
  readonly #expiry = new Map<string, number>();
  #neededAt: number;
  #stopTimer: () => void;

  constructor(deps: LeasesDeps) {
    this.#deps = deps;
    this.#neededAt = deps.clock.now();
    this.#stopTimer = this.#startTimer();
  }

  renew(clientId: string): void {
    if (this.#expiry.size < maxLeases || this.#expiry.has(clientId)) {
      this.#expiry.set(clientId, this.#deps.clock.now() + leaseMs);
    }
    this.touch();
  }

  release(clientId: string): void {
    if (this.#expiry.delete(clientId)) {
      this.touch();
    }
  }

  /** Call when a request used the hub. */
  touch(): void {
    this.#neededAt = this.#deps.clock.now();
  }

  dispose(): void {
    this.#stopTimer();
  }

  #startTimer(): () => void {
    return this.#deps.clock.startTimer(() => this.#check(), Math.min(1_000, this.#deps.idleMs));
  }

  #check(): void {
    const now = this.#deps.clock.now();
    for (const [clientId, expiresAt] of this.#expiry) {
      if (expiresAt <= now) {
        this.#expiry.delete(clientId);
      }
    }
    if (this.#expiry.size > 0 || this.#deps.isBusy()) {
      this.touch();
    }
    if (now - this.#neededAt >= this.#deps.idleMs) {
      this.#deps.onIdle();
    } else {
      this.#stopTimer = this.#startTimer();
    }
  }
}
