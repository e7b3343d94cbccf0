import type { AnswerTap, CallContext } from "../models/modelSource.ts";

/** A failure reaches the call's own tap only if the client gets this answer. */
export class AttemptTap implements AnswerTap {
  readonly text: Promise<void>;
  hasText = false;
  hasFailed = false;
  isLost = false;
  readonly #tap: AnswerTap;
  #noteText: () => void = () => undefined;
  #isKept = false;

  constructor({ tap }: Pick<CallContext, "tap">) {
    this.#tap = tap;
    this.text = new Promise((resolve) => {
      this.#noteText = resolve;
    });
  }

  readonly add = (text: string): boolean => {
    this.start();
    return this.#tap.add(text);
  };

  readonly addCounted: AnswerTap["addCounted"] = (count) => this.#tap.addCounted(count);

  readonly blockBegan: AnswerTap["blockBegan"] = (isReasoning) => this.#tap.blockBegan(isReasoning);

  readonly report: AnswerTap["report"] = (usage) => this.#tap.report(usage);

  readonly finish = (): void => this.#tap.finish();

  readonly cut = (): void => this.#tap.cut();

  readonly fail = (): void => {
    this.hasFailed = true;
    if (this.#isKept) {
      this.#tap.fail();
    }
  };

  readonly lost = (): void => {
    this.isLost = true;
    if (this.#isKept) {
      this.#tap.lost();
    }
  };

  get hasFailedEarly(): boolean {
    return this.hasFailed && !this.hasText;
  }

  readonly start = (): void => {
    this.hasText = true;
    this.#noteText();
  };

  keep(): void {
    this.#isKept = true;
    if (this.hasFailed) {
      this.#tap.fail();
    }
    if (this.isLost) {
      this.#tap.lost();
    }
  }
}
