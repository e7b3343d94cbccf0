import type { Clock } from "../../src/shared/base/clock.ts";

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly callback: () => void;
}

/** Time that jumps from one timer to the next; everything that waits for no time runs in between. */
export class VirtualClock implements Clock {
  #now = 1_000_000;
  #order = 0;
  readonly #timers = new Set<Timer>();

  now(): number {
    return this.#now;
  }

  readonly startTimer = (callback: () => void, ms: number): (() => void) => {
    this.#order += 1;
    const timer = { at: this.#now + Math.max(0, ms), order: this.#order, callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  };

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.startTimer(resolve, ms);
    });
  }

  /** Runs everything up to a time. */
  async runTo(end: number): Promise<void> {
    for (;;) {
      await settled();
      let next: Timer | undefined;
      for (const timer of this.#timers) {
        const isFirst =
          !next || timer.at < next.at || (timer.at === next.at && timer.order < next.order);
        next = isFirst ? timer : next;
      }
      if (!next || next.at > end) {
        break;
      }
      this.#timers.delete(next);
      this.#now = next.at;
      next.callback();
    }
    this.#now = end;
  }
}

function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
