import { setImmediate as turn } from "node:timers/promises";

/** Work between two turns of the event loop, in milliseconds: less than half a frame. */
const maxMs = 8;

/** For long loops over files: lets other work of the process go on, and watches a deadline. */
export class PoliteLoop {
  readonly #deadline: number;
  #last = performance.now();

  /** `deadline` as `performance.now()` counts. */
  constructor(deadline: number) {
    this.#deadline = deadline;
  }

  /** Whether it is time for `rest`. Cheap, called for each item. */
  get isDue(): boolean {
    return performance.now() - this.#last > maxMs;
  }

  /** False if the deadline has passed. */
  async rest(): Promise<boolean> {
    await turn();
    this.#last = performance.now();
    return this.#last <= this.#deadline;
  }
}
