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
