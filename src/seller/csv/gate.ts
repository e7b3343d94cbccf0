/** Lets pass while it is open; while it is closed, whoever comes waits. */
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

  /** It may have been closed again when the caller goes on: a state, not a lock. */
  async passed(): Promise<void> {
    while (this.#opened) {
      await this.#opened;
    }
  }
}
