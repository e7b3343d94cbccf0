import type { Clock } from "../shared/base/clock.ts";
import { cleanAnswer, type CleanPlace } from "./clean.ts";
import { AnswerCutter, type LineRule } from "./lineRule.ts";
import type { AskedPlace, Memory, MemoryEntry } from "./memory.ts";
import { AskFailure } from "./usage/limits.ts";

const mostMs = 3_000;
/** Lines that arrive this much after the first line are offered at the next key. */
const linesMs = 400;

export interface UnderWayDeps {
  readonly clock: Clock;
  readonly memory: Memory;
  readonly place: AskedPlace;
  readonly cleanPlace: CleanPlace;
  readonly rule: LineRule;
}

/** An answer of a model. It outlives the key that started it as long as the typed text agrees with it. */
export class AnswerUnderWay {
  readonly #deps: UnderWayDeps;
  readonly #controller = new AbortController();
  readonly #cutter: AnswerCutter;
  readonly #shared = new AbortController();
  readonly #ended = new AbortController();
  #entry: MemoryEntry | undefined;
  #isOver = false;

  constructor(deps: UnderWayDeps) {
    this.#deps = deps;
    this.#cutter = new AnswerCutter(deps.rule);
  }

  get place(): AskedPlace {
    return this.#deps.place;
  }

  get text(): string {
    return this.#cutter.text;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Aborted when there is text to offer, and again at the end of the answer. */
  get news(): AbortSignal {
    return this.#shared.signal.aborted ? this.#ended.signal : this.#shared.signal;
  }

  cancel(): void {
    this.#controller.abort();
  }

  /**
   * Runs the request; false if it was cancelled. Rejects with the stream's error, or after a timeout with `server`,
   * because such requests cost as much.
   */
  async run(ask: (signal: AbortSignal) => AsyncIterable<string>): Promise<boolean> {
    const { clock, rule } = this.#deps;
    const { signal } = this.#controller;
    let isLate = false;
    const stopLate = clock.startTimer(() => {
      isLate = !signal.aborted;
      this.cancel();
    }, mostMs);
    let stopShare: (() => void) | undefined;
    try {
      for await (const piece of ask(signal)) {
        if (signal.aborted || this.#cutter.push(piece)) {
          break;
        }
        const hasLines = rule.isSeveral && this.#cutter.wholeLines.trim() !== "";
        stopShare ??= hasLines ? clock.startTimer(() => this.#share(), linesMs) : undefined;
      }
      if (!signal.aborted) {
        this.#cutter.end();
      }
    } catch (error) {
      if (!signal.aborted) {
        throw error;
      }
    } finally {
      stopLate();
      stopShare?.();
      this.#isOver = true;
      this.#share();
      this.#shared.abort();
      this.#ended.abort();
    }
    return this.#outcome(isLate);
  }

  #outcome(isLate: boolean): boolean {
    if (isLate && this.#cutter.text === "") {
      throw new AskFailure("server");
    }
    return !this.#controller.signal.aborted;
  }

  #share(): void {
    const { memory, place, cleanPlace, clock, rule } = this.#deps;
    const { isOver, text, wholeLines } = this.#cutter;
    const whole = isOver ? text : rule.isSeveral ? wholeLines : "";
    const cleaned = cleanAnswer(whole, cleanPlace);
    if (this.#entry) {
      // An offered text never changes; later text is only appended.
      this.#entry.text = cleaned.startsWith(this.#entry.text) ? cleaned : this.#entry.text;
    } else if (isOver || cleaned !== "") {
      this.#entry = memory.add(place, cleaned, clock.now());
      this.#shared.abort();
    }
  }
}
