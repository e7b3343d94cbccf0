import type { Clock } from "../shared/clock.ts";
import type { ChatEvent } from "../shared/conversation.ts";
import type { Disposable } from "../shared/lifecycle.ts";

export interface EventBatch {
  /** Number of the last event in the batch; the numbers of a session begin with 1. */
  readonly seq: number;
  readonly events: readonly ChatEvent[];
}

/** About one frame at 60 Hz; more batches could not be drawn. */
const intervalMs = 16;

/**
 * Passes events on in batches: the first delta at once, then at most one batch of deltas per frame. Neighbouring
 * deltas are joined. Any other event goes out at once, together with the deltas that wait before it.
 */
export class EventBatcher implements Disposable {
  readonly #clock: Clock;
  readonly #deliver: (events: readonly ChatEvent[]) => void;
  #pending: ChatEvent[] = [];
  #cancelTimer: (() => void) | undefined;

  constructor(clock: Clock, deliver: (events: readonly ChatEvent[]) => void) {
    this.#clock = clock;
    this.#deliver = deliver;
  }

  push(event: ChatEvent): void {
    this.#pending = mergeDeltas(this.#pending, event);
    if (event.kind !== "partDelta" || this.#cancelTimer === undefined) {
      this.flush();
    }
  }

  flush(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    if (this.#pending.length === 0) {
      return;
    }
    const events = this.#pending;
    this.#pending = [];
    if (events.at(-1)?.kind === "partDelta") {
      this.#cancelTimer = this.#clock.startTimer(() => this.flush(), intervalMs);
    }
    this.#deliver(events);
  }

  dispose(): void {
    this.flush();
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }
}

/** Adds an event to `events`, in place; a delta that continues the last one is joined to it. */
export function mergeDeltas(events: ChatEvent[], event: ChatEvent): ChatEvent[] {
  const last = events.at(-1);
  if (
    event.kind === "partDelta" &&
    last?.kind === "partDelta" &&
    last.messageId === event.messageId &&
    last.part === event.part
  ) {
    events[events.length - 1] = { ...last, text: last.text + event.text };
  } else {
    events.push(event);
  }
  return events;
}
