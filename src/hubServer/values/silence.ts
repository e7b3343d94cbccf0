import type { Clock } from "../../shared/clock.ts";

/** After a jump of the clock, the part of the time that a silence must still last. */
const shareAfterJump = 8;

/**
 * Calls `onSilence` when nothing was heard for `ms`, and again after each further `ms` of silence,
 * until `stop`. `heard` only notes the time: a stream calls it for each of its chunks, and a timer
 * that is started anew for each of them costs more than the chunk. One timer runs; if something was
 * heard while it ran, it runs again for the rest of the time. A clock that is set meanwhile makes a
 * silence longer by at most `ms`, and never reports one where something was just heard.
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

  /** The silence counts from now on, also after `stop`. */
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

  /** Milliseconds that are left of the silence; undefined if nothing was heard while the timer ran. */
  #rest(): number | undefined {
    if (this.#heardAt === undefined) {
      return undefined;
    }
    const rest = this.#ms - (this.#clock.now() - this.#heardAt);
    return Math.min(Math.max(rest, this.#ms / shareAfterJump), this.#ms);
  }
}
