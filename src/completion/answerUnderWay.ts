import type { Clock } from "../shared/clock.ts";
import { cleanAnswer, type CleanPlace } from "./clean.ts";
import { AskFailure } from "./limits.ts";
import { AnswerCutter, type LineRule } from "./lineRule.ts";
import type { AskedPlace, Memory, MemoryEntry } from "./memory.ts";

const mostMs = 3_000;
/** Lines that come so much later than the first wait for the person's next key. */
const linesMs = 400;

export interface UnderWayDeps {
  readonly clock: Clock;
  readonly memory: Memory;
  readonly place: AskedPlace;
  readonly cleanPlace: CleanPlace;
  readonly rule: LineRule;
}

/** One request and its answer, which outlives the key that caused it as long as the typed text agrees. */
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

  /** What came so far, as it came. */
  get text(): string {
    return this.#cutter.text;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Aborted as soon as there is something to offer, then again when all came or nothing will. */
  get news(): AbortSignal {
    return this.#shared.signal.aborted ? this.#ended.signal : this.#shared.signal;
  }

  cancel(): void {
    this.#controller.abort();
  }

  /**
   * Reads the answer to its end into the memory; false if it was cancelled. Rejects with what the stream rejects with,
   * and as `server` if nothing came in time: such requests cost all the same.
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

  /** Puts what is whole into the memory. An answer that broke off has no half lines. */
  #share(): void {
    const { memory, place, cleanPlace, clock, rule } = this.#deps;
    const { isOver, text, wholeLines } = this.#cutter;
    const whole = isOver ? text : rule.isSeveral ? wholeLines : "";
    const cleaned = cleanAnswer(whole, cleanPlace);
    if (this.#entry) {
      // An offered text is never changed: what comes later only follows it.
      this.#entry.text = cleaned.startsWith(this.#entry.text) ? cleaned : this.#entry.text;
    } else if (isOver || cleaned !== "") {
      this.#entry = memory.add(place, cleaned, clock.now());
      this.#shared.abort();
    }
  }
}
