import type { BodySink } from "../../shared/bodySink.ts";
import type { Clock } from "../../shared/clock.ts";
import { timeLimits } from "../../shared/timeLimits.ts";
import type { StreamBody } from "../http/message.ts";

/** Sends comments, which every client ignores, while a stream of events is silent. */
export function withKeepAlive(body: StreamBody, clock: Clock): StreamBody {
  return async (sink) => {
    const watched = new KeepAliveSink(sink, clock);
    try {
      await body(watched);
    } finally {
      watched.dispose();
    }
  };
}

class KeepAliveSink implements BodySink {
  readonly drained: () => Promise<void>;
  readonly #sink: BodySink;
  readonly #clock: Clock;
  /** A comment in the middle of an event would end it early. */
  #isBetweenEvents = true;
  #cancelTimer: () => void;

  constructor(sink: BodySink, clock: Clock) {
    this.#sink = sink;
    this.#clock = clock;
    this.drained = sink.drained;
    this.#cancelTimer = this.#startTimer();
  }

  readonly write = (chunk: Uint8Array | string): boolean => {
    this.#cancelTimer();
    this.#isBetweenEvents = endsEvent(chunk);
    const isOpen = this.#sink.write(chunk);
    this.#cancelTimer = this.#startTimer();
    return isOpen;
  };

  dispose(): void {
    this.#cancelTimer();
  }

  #startTimer(): () => void {
    return this.#clock.startTimer(() => {
      if (this.#isBetweenEvents) {
        this.#sink.write(": keepalive\n\n");
      }
      this.#cancelTimer = this.#startTimer();
    }, timeLimits.hub.keepAlive);
  }
}

/** Whether a chunk ends at the end of an event, where a comment or another event may follow. */
export function endsEvent(chunk: Uint8Array | string): boolean {
  const end =
    typeof chunk === "string" ? chunk.slice(-4) : String.fromCodePoint(...chunk.slice(-4));
  return /(?:\n\n|\r\r|\r\n\r\n)$/u.test(end);
}
