import type { Clock } from "../../../shared/base/clock.ts";

/** Output tokens a second while a model reasons, until a complete answer has shown its own pace. */
const unmeasuredPace = 50;

/** Our count of a text may be too low by this factor; only tokens beyond it count as hidden. */
const countTolerance = 1.5;

/** The weight of all earlier answers at each new one. */
const memory = 0.8;

const maxModels = 1_000;

interface Measured {
  readonly tokens: number;
  readonly ms: number;
}

/** How many tokens a model makes unseen while it reasons, measured by complete answers with reported usage. */
export class HiddenPaces {
  readonly #measured = new Map<string, Measured>();

  /** The tokens that a model has made unseen in this time of reasoning. */
  hiddenIn(model: string, reasonedMs: number): number {
    const measured = this.#measured.get(model);
    return measured
      ? Math.round((measured.tokens / measured.ms) * reasonedMs)
      : Math.floor(reasonedMs / 1_000) * unmeasuredPace;
  }

  learn(
    model: string,
    { reported, counted, reasonedMs }: Record<"reported" | "counted" | "reasonedMs", number>,
  ): void {
    const before = this.#measured.get(model) ?? { tokens: 0, ms: 0 };
    if (this.#measured.size >= maxModels) {
      this.#measured.clear();
    }
    const hidden = Math.max(0, reported - counted * countTolerance);
    this.#measured.set(model, {
      tokens: before.tokens * memory + hidden,
      ms: before.ms * memory + Math.max(1, reasonedMs),
    });
  }
}

/** The time in which an answer's model reasoned: from the request to the first text or tool call, and between them. */
export class ReasoningTime {
  readonly #clock: Clock;
  #ms = 0;
  #since: number | undefined;
  #hasBlocks = false;
  #hasOutput = false;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#since = clock.now();
  }

  /** The request goes to the next server. */
  restart(): void {
    if (!this.#hasOutput) {
      this.#ms = 0;
      this.#since = this.#clock.now();
    }
  }

  blockBegan(isReasoning: boolean): void {
    this.#hasBlocks = true;
    this.#become(isReasoning);
  }

  outputCame(): void {
    this.#hasOutput = true;
    if (!this.#hasBlocks) {
      this.#become(false);
    }
  }

  /** False for an answer that came whole. */
  get isMeasured(): boolean {
    return this.#hasOutput;
  }

  get ms(): number {
    const open = this.#since === undefined ? 0 : this.#clock.now() - this.#since;
    return this.#ms + Math.max(0, open);
  }

  #become(isReasoning: boolean): void {
    if (isReasoning === (this.#since !== undefined)) {
      return;
    }
    this.#ms = this.ms;
    this.#since = isReasoning ? this.#clock.now() : undefined;
  }
}
