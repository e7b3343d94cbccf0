import { batch, type Signal, signal } from "@preact/signals";

/** Runs the form's readings, one at a time. */
export class FormReading {
  /** True only for a reading, which can be stopped; a sent write cannot. */
  readonly isReading = signal(false);
  readonly #isBusy: Signal<boolean>;
  /** Incremented when a reading begins or is stopped, so that older answers are dropped. */
  #round = 0;

  constructor(isBusy: Signal<boolean>) {
    this.#isBusy = isBusy;
  }

  /** Undefined if the reading was stopped, or if another reading or a write is under way. */
  async run<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (this.#isBusy.value) {
      return undefined;
    }
    this.#round += 1;
    const round = this.#round;
    this.#set(true);
    try {
      const answer = await work();
      return this.#round === round ? answer : undefined;
    } finally {
      if (this.#round === round) {
        this.#set(false);
      }
    }
  }

  stop(): boolean {
    if (!this.isReading.value) {
      return false;
    }
    this.#round += 1;
    this.#set(false);
    return true;
  }

  #set(isUnderWay: boolean): void {
    batch(() => {
      this.#isBusy.value = isUnderWay;
      this.isReading.value = isUnderWay;
    });
  }
}
