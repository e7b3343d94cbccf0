import type { Composer } from "./composer.ts";

/**
 * The way from one conversation to another that a person asked for on the page. Whoever types and presses Enter
 * before the other one is drawn means that one: the text goes along, and sending waits.
 */
export class Switching {
  readonly #composer: Composer;
  readonly #whenDrawn: () => Promise<void>;
  #pending: Promise<boolean> | undefined;

  /** `whenDrawn` resolves when the page shows what the host shows. */
  constructor(composer: Composer, whenDrawn: () => Promise<void>) {
    this.#composer = composer;
    this.#whenDrawn = whenDrawn;
  }

  /** Resolves with whether the other conversation is shown; undefined while none was asked for. */
  get pending(): Promise<boolean> | undefined {
    return this.#pending;
  }

  /** Asks the host by `request`, which resolves with whether it was done and never rejects. */
  async by(request: () => Promise<boolean>): Promise<void> {
    this.#composer.expectSwitch();
    const pending = request().then(async (isDone) => {
      await this.#whenDrawn();
      return isDone;
    });
    this.#pending = pending;
    await pending;
    if (this.#pending === pending) {
      this.#pending = undefined;
      this.#composer.endSwitch();
    }
  }
}
