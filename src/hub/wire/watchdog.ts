import type { Clock } from "../../shared/base/clock.ts";
import { type Patience, timeLimits } from "../../shared/base/timeLimits.ts";
import type { FailureKind } from "../../shared/failures/failure.ts";
import { HubError } from "../errors/hubError.ts";
import type { LastSent, WaitingInfo } from "./chatTypes.ts";

type Phase = "silence" | "whole" | "deadConnection" | "afterEnd" | "tellWaiting";

/**
 * Ends a silent answer. The first limit is for headers, the next for content. After a first comment, a minute without
 * bytes is a dead connection; without comments, the model may still read a long prompt. Each piece postpones the
 * limit without a new timer.
 */
export class Watchdog {
  readonly signal: AbortSignal;
  readonly #clock: Clock;
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal;
  #last: LastSent = "nothing";
  #hasTold = false;
  readonly #onWaiting: ((info: WaitingInfo) => void) | undefined;
  readonly #deadlines = new Map<Phase, number>();
  readonly #limits: Readonly<Record<Phase, number>>;
  #hasHeaders = false;
  #lastPieceAt = 0;
  #mayBeSignOfLife = false;
  #sendsSignsOfLife = false;
  #reason: HubError | undefined;
  #timer: { readonly at: number; readonly cancel: () => void } | undefined;
  readonly #onCallerAbort = (): void => this.#end("cancelled");

  constructor(
    clock: Clock,
    caller: AbortSignal,
    {
      patience = timeLimits.answer,
      onWaiting,
    }: {
      readonly patience?: Patience | undefined;
      readonly onWaiting?: ((info: WaitingInfo) => void) | undefined;
    } = {},
  ) {
    this.#clock = clock;
    this.#limits = { ...timeLimits.client, ...patience };
    this.#caller = caller;
    this.#onWaiting = onWaiting;
    this.signal = this.#controller.signal;
    if (caller.aborted) {
      this.#end("cancelled");
    } else {
      caller.addEventListener("abort", this.#onCallerAbort);
      this.#allow("whole");
      this.#allow("silence");
      this.#allow("tellWaiting");
    }
  }

  get reason(): HubError | undefined {
    return this.#reason;
  }

  headersArrived(): void {
    this.#hasHeaders = true;
    this.#last = "head";
    this.#lastPieceAt = this.#clock.now();
    this.#allow("silence");
  }

  bytesArrived(): void {
    const now = this.#clock.now();
    this.#last = "life";
    this.#sendsSignsOfLife ||= this.#mayBeSignOfLife;
    this.#mayBeSignOfLife = now - this.#lastPieceAt >= timeLimits.client.signOfLife;
    this.#lastPieceAt = now;
    if (this.#sendsSignsOfLife) {
      this.#allow("deadConnection");
    }
  }

  contentArrived(): void {
    this.#last = "content";
    this.#hasTold = false;
    this.#mayBeSignOfLife = false;
    this.#allow("silence");
    this.#allow("tellWaiting");
  }

  answerEnded(): void {
    this.#deadlines.delete("silence");
    this.#deadlines.delete("tellWaiting");
    this.#allow("afterEnd");
  }

  dispose(): void {
    this.#caller.removeEventListener("abort", this.#onCallerAbort);
    this.#deadlines.clear();
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #allow(phase: Phase): void {
    if (this.#reason) {
      return;
    }
    const now = this.#clock.now();
    const at = now + this.#limits[phase];
    this.#deadlines.set(phase, at);
    // An early timer is harmless; a late timer is replaced.
    if (!this.#timer || at < this.#timer.at) {
      this.#arm(at, now);
    }
  }

  #arm(at: number, now: number): void {
    this.#timer?.cancel();
    const cancel = this.#clock.startTimer(() => this.#look(at), at - now);
    this.#timer = { at, cancel };
  }

  /** `expected`: the timer's target. If the clock shows less, it was set back, and all deadlines move with it. */
  #look(expected: number): void {
    this.#timer = undefined;
    const now = this.#clock.now();
    const setBackBy = Math.max(0, expected - now);
    for (const [phase, at] of this.#deadlines) {
      this.#deadlines.set(phase, at - setBackBy);
      if (at <= now + setBackBy) {
        this.#expire(phase);
      }
    }
    if (this.#deadlines.size > 0) {
      this.#arm(Math.min(...this.#deadlines.values()), now);
    }
  }

  #expire(phase: Phase): void {
    if (phase === "tellWaiting") {
      this.#tellWaiting();
    } else {
      this.#end(this.#hasHeaders ? "idle_timeout" : "first_byte_timeout");
    }
  }

  #tellWaiting(): void {
    const { tellWaiting, offerWays } = timeLimits.client;
    const sinceMs = this.#hasTold ? offerWays : tellWaiting;
    this.#deadlines.delete("tellWaiting");
    if (!this.#hasTold) {
      this.#hasTold = true;
      this.#deadlines.set("tellWaiting", this.#clock.now() + offerWays - tellWaiting);
    }
    this.#onWaiting?.({ sinceMs, last: this.#last });
  }

  #end(kind: FailureKind): void {
    this.dispose();
    this.#reason = new HubError({ kind });
    this.#controller.abort(this.#reason);
  }
}
