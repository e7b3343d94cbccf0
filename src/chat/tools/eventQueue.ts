/** Passes on what several tasks push, in the order of the pushes, until `end`. */
export class EventQueue<T> {
  readonly #items: T[] = [];
  #hasEnded = false;
  #wake: (() => void) | undefined;

  push(item: T): void {
    this.#items.push(item);
    this.#wake?.();
  }

  end(): void {
    this.#hasEnded = true;
    this.#wake?.();
  }

  /** Supports a single reader. */
  async *drain(): AsyncGenerator<T> {
    for (;;) {
      for (let item = this.#items.shift(); item !== undefined; item = this.#items.shift()) {
        yield item;
      }
      if (this.#hasEnded) {
        return;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
