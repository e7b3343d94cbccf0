import type { Clock } from "../shared/clock.ts";
import type { FailureKind } from "../shared/failure.ts";
import { HubError } from "./hubError.ts";

/** How long each silence may last, in milliseconds (reliability reference, §4.3). */
const limits = {
  headers: 60_000,
  anyByte: 60_000,
  content: 120_000,
  whole: 15 * 60_000,
  /** After the answer ended, for the usage and the end of the stream. */
  afterEnd: 5_000,
  /** Not an end: from here on a person is told that we wait. */
  waiting: 10_000,
} as const;

type Phase = keyof typeof limits;

/**
 * Ends a request that has become silent. Its signal also follows the caller's; `reason` tells them apart:
 * the caller's abort is `cancelled`. One timer runs for whichever phase ends next, and being put off
 * costs no timer, because that happens with every piece of an answer.
 */
export class Watchdog {
  readonly signal: AbortSignal;
  readonly #clock: Clock;
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal;
  readonly #onWaiting: ((info: { readonly sinceMs: number }) => void) | undefined;
  readonly #deadlines = new Map<Phase, number>();
  #reason: HubError | undefined;
  #timer: { readonly at: number; readonly cancel: () => void } | undefined;
  readonly #onCallerAbort = (): void => this.#end("cancelled");

  constructor(
    clock: Clock,
    caller: AbortSignal,
    onWaiting?: (info: { readonly sinceMs: number }) => void,
  ) {
    this.#clock = clock;
    this.#caller = caller;
    this.#onWaiting = onWaiting;
    this.signal = this.#controller.signal;
    if (caller.aborted) {
      this.#end("cancelled");
    } else {
      caller.addEventListener("abort", this.#onCallerAbort);
      this.#allow("whole");
      this.#allow("headers");
      this.#allow("waiting");
    }
  }

  /** Why the signal was aborted, if it was. */
  get reason(): HubError | undefined {
    return this.#reason;
  }

  headersArrived(): void {
    this.#deadlines.delete("headers");
    this.#allow("anyByte");
    this.#allow("content");
  }

  bytesArrived(): void {
    this.#allow("anyByte");
  }

  contentArrived(): void {
    this.#allow("content");
    this.#allow("waiting");
  }

  answerEnded(): void {
    this.#deadlines.delete("content");
    this.#deadlines.delete("waiting");
    this.#allow("afterEnd");
  }

  dispose(): void {
    this.#caller.removeEventListener("abort", this.#onCallerAbort);
    this.#deadlines.clear();
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  /** Gives a phase its full time, from now. */
  #allow(phase: Phase): void {
    if (this.#reason) {
      return;
    }
    const now = this.#clock.now();
    const at = now + limits[phase];
    this.#deadlines.set(phase, at);
    // A timer that fires too early is harmless; one that would fire too late is replaced.
    if (!this.#timer || at < this.#timer.at) {
      this.#arm(at, now);
    }
  }

  #arm(at: number, now: number): void {
    this.#timer?.cancel();
    const cancel = this.#clock.startTimer(() => this.#look(at), at - now);
    this.#timer = { at, cancel };
  }

  /** `expected`: when the timer was to fire. A clock that was set back since must not give more time. */
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
    if (phase === "waiting") {
      this.#deadlines.delete("waiting");
      this.#onWaiting?.({ sinceMs: limits.waiting });
    } else {
      this.#end(phase === "headers" ? "first_byte_timeout" : "idle_timeout");
    }
  }

  #end(kind: FailureKind): void {
    this.dispose();
    this.#reason = new HubError({ kind });
    this.#controller.abort(this.#reason);
  }
}
