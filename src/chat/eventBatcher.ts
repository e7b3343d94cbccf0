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
/** Between batches of slow text: a batch costs the editor and the page much the same, however short it is. */
const slowMs = 80;
/** Who answers waits so long for what comes next. */
const holdMs = 50;
/** Characters a millisecond that make a stream fast: some three times what most models write. */
const fastPace = 2;
/** So much fast text goes at once, though the wait of slow text is not over. */
const floodLength = 100;

/**
 * Passes events on in batches: the first delta at once, then at most one batch of deltas in 80 ms, or in a frame while
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
  #flushedAt = -Infinity;
  /** The wait that began with the last batch. */
  #waitMs = slowMs;

  constructor(clock: Clock, deliver: (events: readonly ChatEvent[]) => void) {
    this.#clock = clock;
    this.#deliver = deliver;
  }

  push(event: ChatEvent): void {
    this.#pending = mergeDeltas(this.#pending, event);
    this.#length += event.kind === "partDelta" ? event.text.length : 0;
    const isFlood = this.#waitMs === slowMs && this.#length >= floodLength && this.#isFast();
    if (event.kind === "answerIdentified" && this.#cancelTimer === undefined) {
      this.#cancelHold ??= this.#clock.startTimer(() => this.flush(), holdMs);
    } else if (event.kind !== "partDelta" || this.#cancelTimer === undefined || isFlood) {
      this.flush();
    }
  }

  flush(): void {
    this.#cancelTimers();
    if (this.#pending.length === 0) {
      return;
    }
    const events = this.#pending;
    this.#waitMs = this.#isFast() ? frameMs : slowMs;
    this.#flushedAt = this.#clock.now();
    this.#pending = [];
    this.#length = 0;
    if (events.at(-1)?.kind === "partDelta") {
      this.#cancelTimer = this.#clock.startTimer(() => this.flush(), this.#waitMs);
    }
    this.#deliver(events);
  }

  dispose(): void {
    this.flush();
    this.#cancelTimers();
  }

  /** Whether what waits came fast since the last batch. */
  #isFast(): boolean {
    const sinceMs = this.#clock.now() - this.#flushedAt;
    return this.#length >= fastPace * Math.max(frameMs, sinceMs);
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
