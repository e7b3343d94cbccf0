import { ApiError } from "../http/apiError.ts";

/** Does one thing at a time, in the order of asking, and refuses whoever would have to wait for too many. */
export class Turns {
  readonly #maxWaiting: number;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(maxWaiting: number) {
    this.#maxWaiting = maxWaiting;
  }

  /** Rejects with an `ApiError` (429) where too many wait already. */
  async take<T>(task: () => Promise<T>): Promise<T> {
    if (this.#waiting >= this.#maxWaiting) {
      throw new ApiError(429, "Too many people sign in at this moment. Try again.", {
        code: "too_many_attempts",
        headers: { "retry-after": "5" },
      });
    }
    this.#waiting += 1;
    // How the one before ended is for who asked for it.
    const turn = this.#last.then(task, task);
    this.#last = turn;
    try {
      return await turn;
    } finally {
      this.#waiting -= 1;
    }
  }
}
