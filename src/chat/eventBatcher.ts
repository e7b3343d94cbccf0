import type { Clock } from "../shared/base/clock.ts";
import type { Disposable } from "../shared/base/lifecycle.ts";
import type { ChatEvent } from "../shared/conversation/conversation.ts";

export interface EventBatch {
  readonly seq: number;
  readonly events: readonly ChatEvent[];
}

const frameMs = 16;
/** Every batch costs the editor and the page about the same. */
const slowMs = 80;
const holdMs = 50;
/** Characters per millisecond of a fast stream: three times the speed of most models. */
const fastPace = 2;
/** Characters. A faster stream is sent at this length; a slower stream after a pause. */
const floodLength = 100;

/**
 * Sends the first delta at once, then a batch per 80 ms, or per frame for fast text. `answerIdentified` waits up to 50
 * ms for the next event; any other event sends everything at once.
 */
export class EventBatcher implements Disposable {
  readonly #clock: Clock;
  readonly #deliver: (events: readonly ChatEvent[]) => void;
  #pending: ChatEvent[] = [];
  #cancelTimer: (() => void) | undefined;
  #cancelHold: (() => void) | undefined;
  #length = 0;
  #flushedAt = -Infinity;
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

/** Adds `event` in place; a delta that continues the last delta is joined to it. */
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
