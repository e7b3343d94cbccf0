import type { Clock } from "../../shared/clock.ts";
import { timeBetween } from "../values/timeBetween.ts";

interface Tries {
  readonly failed: number;
  readonly lastAt: number;
  readonly blockedUntil: number;
}

const maxKeys = 10_000;
const forgetMs = 15 * 60_000;

export interface ThrottleLimits {
  /** Wrong tries without a wait. */
  readonly free: number;
  readonly maxWaitMs: number;
}

/** Slows down guessing: after the free tries the wait doubles with each, from 1 s. */
export class Throttle {
  readonly #clock: Clock;
  readonly #limits: ThrottleLimits;
  readonly #tries = new Map<string, Tries>();

  constructor(clock: Clock, limits: ThrottleLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /**
   * Milliseconds to wait before this try; 0 if it may go ahead. A try counts as failed from its
   * start, so that many at once do not avoid the wait; `succeed` takes it back.
   */
  begin(key: string): number {
    const now = this.#clock.now();
    const tries = this.#recent(key, now);
    if (tries.blockedUntil > now) {
      return Math.min(tries.blockedUntil - now, this.#limits.maxWaitMs);
    }
    const failed = tries.failed + 1;
    const { free, maxWaitMs } = this.#limits;
    const wait = failed < free ? 0 : Math.min(1_000 * 2 ** (failed - free), maxWaitMs);
    this.#set(key, { failed, lastAt: now, blockedUntil: now + wait });
    return 0;
  }

  /**
   * The current try succeeded. Earlier ones still count, or one right guess would allow many wrong
   * ones.
   */
  succeed(key: string): void {
    const now = this.#clock.now();
    const { failed } = this.#recent(key, now);
    this.#set(key, { failed: Math.max(0, failed - 1), lastAt: now, blockedUntil: 0 });
  }

  #recent(key: string, now: number): Tries {
    const tries = this.#tries.get(key);
    return tries && timeBetween(tries.lastAt, now) < forgetMs
      ? tries
      : { failed: 0, lastAt: now, blockedUntil: 0 };
  }

  /** Moves the key to the end, so that a full map drops the oldest keys. */
  #set(key: string, tries: Tries): void {
    this.#tries.delete(key);
    this.#tries.set(key, tries);
    if (this.#tries.size > maxKeys) {
      const [oldest] = this.#tries.keys();
      this.#tries.delete(oldest ?? "");
    }
  }
}
