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
} as const;

const waitingAfterMs = 10_000;

/**
 * Ends a request that has become silent. Its signal also follows the caller's; `reason` tells them apart:
 * the caller's abort is `cancelled`.
 */
export class Watchdog {
  readonly signal: AbortSignal;
  readonly #clock: Clock;
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal;
  readonly #onWaiting: ((info: { readonly sinceMs: number }) => void) | undefined;
  readonly #cancels = new Map<string, () => void>();
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
      this.#arm("whole", "idle_timeout");
      this.#arm("headers", "first_byte_timeout");
      this.#armWaiting();
    }
  }

  /** Why the signal was aborted, if it was. */
  get reason(): HubError | undefined {
    return this.signal.reason instanceof HubError ? this.signal.reason : undefined;
  }

  headersArrived(): void {
    this.#disarm("headers");
    this.#arm("anyByte", "idle_timeout");
    this.#arm("content", "idle_timeout");
  }

  bytesArrived(): void {
    this.#arm("anyByte", "idle_timeout");
  }

  contentArrived(): void {
    this.#arm("content", "idle_timeout");
    this.#armWaiting();
  }

  answerEnded(): void {
    this.#disarm("content");
    this.#disarm("waiting");
    this.#arm("afterEnd", "idle_timeout");
  }

  dispose(): void {
    this.#caller.removeEventListener("abort", this.#onCallerAbort);
    for (const name of this.#cancels.keys()) {
      this.#disarm(name);
    }
  }

  #arm(name: keyof typeof limits, kind: FailureKind): void {
    this.#disarm(name);
    this.#cancels.set(
      name,
      this.#clock.startTimer(() => this.#end(kind), limits[name]),
    );
  }

  #armWaiting(): void {
    this.#disarm("waiting");
    this.#cancels.set(
      "waiting",
      this.#clock.startTimer(() => this.#onWaiting?.({ sinceMs: waitingAfterMs }), waitingAfterMs),
    );
  }

  #disarm(name: string): void {
    this.#cancels.get(name)?.();
    this.#cancels.delete(name);
  }

  #end(kind: FailureKind): void {
    this.#controller.abort(new HubError({ kind }));
    this.dispose();
  }
}
