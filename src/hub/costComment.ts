const maxTail = 100;
const comment = /\n: hub-cost (\d{1,20}(?:\.\d{1,20})?)\s*$/u;

/** Finds the cost in the last line of a run's stream: `: hub-cost 0.0123`. */
export class CostComment {
  #tail = "";

  push(text: string): void {
    this.#tail = (this.#tail + text.slice(-maxTail)).slice(-maxTail);
  }

  get cost(): string | undefined {
    return comment.exec(this.#tail)?.[1];
  }
}
