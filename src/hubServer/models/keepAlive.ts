import type { BodySink } from "../../shared/base/bodySink.ts";
import type { Clock } from "../../shared/base/clock.ts";
import { timeLimits } from "../../shared/base/timeLimits.ts";
import type { StreamBody } from "../http/message.ts";
import { Silence } from "../values/silence.ts";

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
  readonly #silence: Silence;
  /** A comment within an event would end it. */
  #isBetweenEvents = true;

  constructor(sink: BodySink, clock: Clock) {
    this.#sink = sink;
    this.drained = sink.drained;
    this.#silence = new Silence(clock, timeLimits.hub.keepAlive, () => {
      if (this.#isBetweenEvents) {
        this.#sink.write(": keepalive\n\n");
      }
    });
  }

  readonly write = (chunk: Uint8Array | string): boolean => {
    this.#isBetweenEvents = endsEvent(chunk);
    this.#silence.heard();
    return this.#sink.write(chunk);
  };

  dispose(): void {
    this.#silence.stop();
  }
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

export function endsEvent(chunk: Uint8Array | string): boolean {
  const last = unitFromEnd(chunk, 1);
  const before = unitFromEnd(chunk, 2);
  if (last === lineFeed && before === carriageReturn) {
    return unitFromEnd(chunk, 3) === lineFeed && unitFromEnd(chunk, 4) === carriageReturn;
  }
  return last === before && (last === lineFeed || last === carriageReturn);
}

function unitFromEnd(chunk: Uint8Array | string, back: number): number | undefined {
  const at = chunk.length - back;
  return typeof chunk === "string" ? chunk.charCodeAt(at) : chunk[at];
}
