import type { Clock } from "../../shared/base/clock.ts";

const shareAfterJump = 8;

/**
 * `heard` only stores the time: restarting a timer per chunk costs more than the chunk. A clock change never reports a
 * silence right after `heard`.
 */
export class Silence {
  readonly #clock: Clock;
  readonly #ms: number;
  readonly #onSilence: () => void;
  #heardAt: number | undefined;
  #cancel: () => void;

  constructor(clock: Clock, ms: number, onSilence: () => void) {
    this.#clock = clock;
    this.#ms = ms;
    this.#onSilence = onSilence;
    this.#cancel = this.#start(ms);
  }

  heard(): void {
    this.#heardAt = this.#clock.now();
  }

  restart(): void {
    this.stop();
    this.#cancel = this.#start(this.#ms);
  }

  stop(): void {
    this.#cancel();
  }

  #start(ms: number): () => void {
    this.#heardAt = undefined;
    return this.#clock.startTimer(() => this.#end(), ms);
  }

  #end(): void {
    const rest = this.#rest();
    this.#cancel = this.#start(rest ?? this.#ms);
    if (rest === undefined) {
      this.#onSilence();
    }
  }

  #rest(): number | undefined {
    if (this.#heardAt === undefined) {
      return undefined;
    }
    const rest = this.#ms - (this.#clock.now() - this.#heardAt);
    return Math.min(Math.max(rest, this.#ms / shareAfterJump), this.#ms);
  }
}
