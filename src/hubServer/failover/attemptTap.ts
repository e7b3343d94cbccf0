import type { AnswerTap, CallContext } from "../models/modelSource.ts";

/**
 * Notes how an attempt goes. Its failure reaches the call's own tap only if the client gets its
 * answer: a further server may still answer.
 */
export class AttemptTap implements AnswerTap {
  /** Resolves when the answer has text. */
  readonly text: Promise<void>;
  hasText = false;
  hasFailed = false;
  /** True if the answer cannot be read, although the server has the request. */
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

  readonly report: AnswerTap["report"] = (usage) => this.#tap.report(usage);

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

  /** True if the answer failed before any of its text. */
  get hasFailedEarly(): boolean {
    return this.hasFailed && !this.hasText;
  }

  readonly start = (): void => {
    this.hasText = true;
    this.#noteText();
  };

  /** The client gets this attempt's answer or failure. */
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
