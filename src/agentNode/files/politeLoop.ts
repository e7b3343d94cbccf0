import { setImmediate as turn } from "node:timers/promises";

const maxMs = 8;

export class PoliteLoop {
  readonly #deadline: number;
  #last = performance.now();

  constructor(deadline: number) {
    this.#deadline = deadline;
  }

  get isDue(): boolean {
    return performance.now() - this.#last > maxMs;
  }

  /** False after the deadline. */
  async rest(): Promise<boolean> {
    await turn();
    this.#last = performance.now();
    return this.#last <= this.#deadline;
  }
}
