import type { Clock } from "../../src/shared/base/clock.ts";

interface Timer {
  at: number;
  readonly callback: () => void;
}

/** A clock that moves only by `advance` and `setBack`. */
export class FakeClock implements Clock {
  #now = 1_000_000;
  readonly #timers = new Set<Timer>();

  now(): number {
    return this.#now;
  }

  readonly startTimer = (callback: () => void, ms: number): (() => void) => {
    const timer = { at: this.#now + ms, callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  };

  get pendingTimers(): number {
    return this.#timers.size;
  }

  /** Someone sets the clock to an earlier time. Timers run on: they count what is left to them. */
  setBack(ms: number): void {
    const timers = [...this.#timers];
    this.#now -= ms;
    for (const timer of timers) {
      timer.at -= ms;
    }
  }

  /** Lets `ms` pass; timers that become due run in order. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const next = [...this.#timers]
        .filter(({ at }) => at <= end)
        .toSorted((a, b) => a.at - b.at)
        .at(0);
      if (!next) {
        break;
      }
      this.#timers.delete(next);
      this.#now = next.at;
      next.callback();
    }
    this.#now = end;
  }
}
