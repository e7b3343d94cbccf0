/** Does one thing at a time, in the order of asking. */
export class Turns {
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  /** How many are being done or wait to be. */
  get waiting(): number {
    return this.#waiting;
  }

  async take<T>(task: () => Promise<T>): Promise<T> {
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
