import { setImmediate as turn } from "node:timers/promises";

/** Work between two turns of the event loop, in milliseconds: less than half a frame. */
const maxMs = 8;

/** For long loops over files: yields to other work of the process, and checks a deadline. */
export class PoliteLoop {
  readonly #deadline: number;
  #last = performance.now();

  /** `deadline` on the clock of `performance.now()`. */
  constructor(deadline: number) {
    this.#deadline = deadline;
  }

  /** Whether `rest` is due. Cheap enough for each item. */
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
