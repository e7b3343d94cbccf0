import { type Clock, systemClock } from "../../../src/shared/base/clock.ts";

const longMs = 5_000;

/** The system's clock, but timers of many seconds fire when a test says so, and the date can be moved. */
export class LongTimers implements Clock {
  /** Added to the date, in milliseconds. */
  ahead = 0;
  readonly #waiting = new Map<object, () => void>();

  now(): number {
    return systemClock.now() + this.ahead;
  }

  startTimer(callback: () => void, ms: number): () => void {
    if (ms < longMs) {
      return systemClock.startTimer(callback, ms);
    }
    const key = {};
    this.#waiting.set(key, callback);
    return () => this.#waiting.delete(key);
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Fires all that wait. */
  fire(): void {
    const callbacks = [...this.#waiting.values()];
    this.#waiting.clear();
    callbacks.forEach((callback) => callback());
  }
}
