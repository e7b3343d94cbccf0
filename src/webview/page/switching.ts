import type { Composer } from "./composer.ts";

/**
 * A switch to another conversation that a person requested on the page. Text that is typed before
 * the other conversation is drawn belongs to that one: it moves along, and sending waits.
 */
export class Switching {
  readonly #composer: Composer;
  readonly #whenDrawn: () => Promise<void>;
  #pending: Promise<boolean> | undefined;

  /** `whenDrawn` resolves when the page shows the host's state. */
  constructor(composer: Composer, whenDrawn: () => Promise<void>) {
    this.#composer = composer;
    this.#whenDrawn = whenDrawn;
  }

  /** Resolves with whether the other conversation is shown; undefined without a pending switch. */
  get pending(): Promise<boolean> | undefined {
    return this.#pending;
  }

  /**
   * Starts the switch. `request` calls the host, resolves with whether it succeeded, never rejects.
   */
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
