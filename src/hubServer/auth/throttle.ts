import type { Clock } from "../../shared/clock.ts";

interface Tries {
  readonly failed: number;
  readonly lastAt: number;
  readonly blockedUntil: number;
}

const maxKeys = 10_000;
const forgetMs = 15 * 60_000;

export interface ThrottleLimits {
  /** Wrong tries that need no wait. */
  readonly free: number;
  readonly maxWaitMs: number;
}

/** Slows down who guesses: after some free tries the wait doubles with each, from 1 s. */
export class Throttle {
  readonly #clock: Clock;
  readonly #limits: ThrottleLimits;
  readonly #tries = new Map<string, Tries>();

  constructor(clock: Clock, limits: ThrottleLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /**
   * Milliseconds until this may be tried; 0 if now. A try counts as failed from its beginning, so that many at
   * once are no way around it; `succeed` takes it back.
   */
  begin(key: string): number {
    const now = this.#clock.now();
    const tries = this.#recent(key, now);
    if (tries.blockedUntil > now) {
      return tries.blockedUntil - now;
    }
    const failed = tries.failed + 1;
    const { free, maxWaitMs } = this.#limits;
    const wait = failed < free ? 0 : Math.min(1_000 * 2 ** (failed - free), maxWaitMs);
    this.#set(key, { failed, lastAt: now, blockedUntil: now + wait });
    return 0;
  }

  /** The try that has just begun was right. Those before it still count, or one right guess would buy many. */
  succeed(key: string): void {
    const now = this.#clock.now();
    const { failed } = this.#recent(key, now);
    this.#set(key, { failed: Math.max(0, failed - 1), lastAt: now, blockedUntil: 0 });
  }

  #recent(key: string, now: number): Tries {
    const tries = this.#tries.get(key);
    return tries && now - tries.lastAt < forgetMs
      ? tries
      : { failed: 0, lastAt: now, blockedUntil: 0 };
  }

  /** The key goes to the end, so that the ones that are forgotten for want of room are the oldest. */
  #set(key: string, tries: Tries): void {
    this.#tries.delete(key);
    this.#tries.set(key, tries);
    if (this.#tries.size > maxKeys) {
      const [oldest] = this.#tries.keys();
      this.#tries.delete(oldest ?? "");
    }
  }
}
