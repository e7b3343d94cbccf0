export class Turns {
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  get waiting(): number {
    return this.#waiting;
  }

  async take<T>(task: () => Promise<T>): Promise<T> {
    this.#waiting += 1;
    // The earlier task's caller handles its failure.
    const turn = this.#last.then(task, task);
    this.#last = turn;
    try {
      return await turn;
    } finally {
      this.#waiting -= 1;
    }
  }
}
