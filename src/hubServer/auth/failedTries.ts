import type { Clock } from "../../shared/base/clock.ts";
import { timeBetween } from "../values/timeBetween.ts";

interface Tries {
  readonly failed: number;
  readonly lastAt: number;
  readonly slowUntil: number;
}

const maxKeys = 10_000;
const forgetMs = 15 * 60_000;

export interface TryLimits {
  readonly free: number;
  readonly maxWaitMs: number;
}

/** After some free tries, the wait doubles with each try, from 1 s. */
export class FailedTries {
  readonly #clock: Clock;
  readonly #limits: TryLimits;
  readonly #tries = new Map<string, Tries>();

  constructor(clock: Clock, limits: TryLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  waitOf(key: string): number {
    const now = this.#clock.now();
    const { slowUntil } = this.#recent(key, now);
    return Math.min(Math.max(slowUntil - now, 0), this.#limits.maxWaitMs);
  }

  countOf(key: string): number {
    return this.#recent(key, this.#clock.now()).failed;
  }

  begin(key: string): void {
    const now = this.#clock.now();
    const failed = this.#recent(key, now).failed + 1;
    const { free, maxWaitMs } = this.#limits;
    const wait = failed < free ? 0 : Math.min(1_000 * 2 ** (failed - free), maxWaitMs);
    this.#set(key, { failed, lastAt: now, slowUntil: now + wait });
  }

  /** Forgives only the current try: otherwise one right guess would allow many wrong ones. */
  succeed(key: string): void {
    const now = this.#clock.now();
    const { failed } = this.#recent(key, now);
    this.#set(key, { failed: Math.max(0, failed - 1), lastAt: now, slowUntil: 0 });
  }

  #recent(key: string, now: number): Tries {
    const tries = this.#tries.get(key);
    return tries && timeBetween(tries.lastAt, now) < forgetMs
      ? tries
      : { failed: 0, lastAt: now, slowUntil: 0 };
  }

  #set(key: string, tries: Tries): void {
    this.#tries.delete(key);
    this.#tries.set(key, tries);
    if (this.#tries.size > maxKeys) {
      const [oldest] = this.#tries.keys();
      this.#tries.delete(oldest ?? "");
    }
  }
}
