import type { Composer } from "./composer.ts";

/** Switches the conversation. Text that is typed before the other one is drawn moves along, and sending waits. */
export class Switching {
  readonly #composer: Composer;
  readonly #whenDrawn: () => Promise<void>;
  #pending: Promise<boolean> | undefined;

  /** `whenDrawn` resolves when the page shows the host's state. */
  constructor(composer: Composer, whenDrawn: () => Promise<void>) {
    this.#composer = composer;
    this.#whenDrawn = whenDrawn;
  }

  get pending(): Promise<boolean> | undefined {
    return this.#pending;
  }

  /** `request` resolves with the success and never rejects. */
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
