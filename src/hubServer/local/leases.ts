import type { Clock } from "../../shared/base/clock.ts";

export interface LeasesDeps {
  readonly clock: Clock;
  readonly idleMs: number;
  /** True while requests are in progress: their answers must not be cut. */
  readonly isBusy: () => boolean;
  readonly onIdle: () => void;
}

const leaseMs = 45_000;
const maxLeases = 1_000;

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
