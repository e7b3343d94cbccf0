const maxTail = 100;
const comment = /\n: hub-cost (\d{1,20}(?:\.\d{1,20})?)\s*$/u;

/** Finds the cost that the hub tells in the last line of a run's stream, as `: hub-cost 0.0123`. */
export class CostComment {
  #tail = "";

  push(text: string): void {
    this.#tail = (this.#tail + text.slice(-maxTail)).slice(-maxTail);
  }

  /** A decimal. */
  get cost(): string | undefined {
    return comment.exec(this.#tail)?.[1];
  }
}
