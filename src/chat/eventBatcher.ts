import type { Clock } from "../shared/clock.ts";
import type { ChatEvent } from "../shared/conversation.ts";
import type { Disposable } from "../shared/lifecycle.ts";

export interface EventBatch {
  /** Number of the last event in the batch; the numbers of a session begin with 1. */
  readonly seq: number;
  readonly events: readonly ChatEvent[];
}

/** About one frame at 60 Hz; more batches could not be drawn. */
const frameMs = 16;
/** Between batches of slow text: a batch costs the page much the same, however short it is. */
const slowMs = 50;
/** Characters that make a stream fast within `slowMs`: 2,000 a second, some three times what most models write. */
const fastLength = 100;

/**
 * Passes events on in batches: the first delta at once, then at most one batch of deltas in 50 ms, or in a frame while
 * the text comes fast. Neighbouring deltas are joined. Who answers waits for what comes next, at most 50 ms. Any other
 * event goes out at once, together with what waits before it.
 */
export class EventBatcher implements Disposable {
  readonly #clock: Clock;
  readonly #deliver: (events: readonly ChatEvent[]) => void;
  #pending: ChatEvent[] = [];
  #cancelTimer: (() => void) | undefined;
  /** Of an event that waits for the next one. */
  #cancelHold: (() => void) | undefined;
  /** Characters of the deltas that wait. */
  #length = 0;
  /** The wait that began with the last batch. */
  #waitMs = slowMs;

  constructor(clock: Clock, deliver: (events: readonly ChatEvent[]) => void) {
    this.#clock = clock;
    this.#deliver = deliver;
  }

  push(event: ChatEvent): void {
    this.#pending = mergeDeltas(this.#pending, event);
    this.#length += event.kind === "partDelta" ? event.text.length : 0;
    const isSuddenlyFast = this.#waitMs === slowMs && this.#length >= fastLength;
    if (event.kind === "answerIdentified" && this.#cancelTimer === undefined) {
      this.#cancelHold ??= this.#clock.startTimer(() => this.flush(), slowMs);
    } else if (event.kind !== "partDelta" || this.#cancelTimer === undefined || isSuddenlyFast) {
      this.flush();
    }
  }

  flush(): void {
    this.#cancelTimers();
    if (this.#pending.length === 0) {
      return;
    }
    const events = this.#pending;
    const isFast = this.#length * slowMs >= fastLength * this.#waitMs;
    this.#pending = [];
    this.#length = 0;
    this.#waitMs = isFast ? frameMs : slowMs;
    if (events.at(-1)?.kind === "partDelta") {
      this.#cancelTimer = this.#clock.startTimer(() => this.flush(), this.#waitMs);
    }
    this.#deliver(events);
  }

  dispose(): void {
    this.flush();
    this.#cancelTimers();
  }

  #cancelTimers(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#cancelHold?.();
    this.#cancelHold = undefined;
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
