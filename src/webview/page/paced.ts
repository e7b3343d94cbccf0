/** Runs an action at once, then at most once per pause. */
export class Paced {
  readonly #action: () => void;
  readonly #pauseMs: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isAsked = false;

  constructor(action: () => void, pauseMs: number) {
    this.#action = action;
    this.#pauseMs = pauseMs;
  }

  request(): void {
    if (this.#timer !== undefined) {
      this.#isAsked = true;
      return;
    }
    this.#timer = setTimeout(() => this.#pauseEnded(), this.#pauseMs);
    this.#action();
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isAsked = false;
  }

  #pauseEnded(): void {
    this.#timer = undefined;
    if (this.#isAsked) {
      this.#isAsked = false;
      this.request();
    }
  }
}
