export class Gate {
  #open: (() => void) | undefined;
  #opened: Promise<void> | undefined;

  get isOpen(): boolean {
    return this.#opened === undefined;
  }

  close(): void {
    this.#opened ??= new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  open(): void {
    this.#open?.();
    this.#open = undefined;
    this.#opened = undefined;
  }

  /** Resolves once the gate is open. It is no lock: it may close again before the caller continues. */
  async passed(): Promise<void> {
    while (this.#opened) {
      await this.#opened;
    }
  }
}
