import type { IncomingMessage } from "node:http";

import type { Clock } from "../../shared/clock.ts";
import { endsEvent } from "../api/keepAlive.ts";
import type { BodySink, HubResponse } from "../http/message.ts";
import { failureError } from "./upstreamErrors.ts";
import { UpstreamFailure } from "./upstreamHttp.ts";

export interface RelayOptions {
  readonly type: string;
  readonly name: string;
  /** How long the upstream may be silent. */
  readonly idleMs: number;
  readonly clock: Clock;
}

/**
 * Passes a body on as it comes: each chunk is written in the tick in which it arrived, and the upstream waits
 * while the client does. One that breaks off between two events says so in a last event.
 */
export function relayStream(incoming: IncomingMessage, options: RelayOptions): HubResponse {
  const encoding = incoming.headers["content-encoding"];
  return {
    status: incoming.statusCode ?? 200,
    headers: {
      "content-type": options.type,
      ...(encoding !== undefined && { "content-encoding": encoding }),
    },
    body: async (sink) => {
      const relay = new Relay(incoming, sink, options);
      try {
        await relay.run();
      } catch (error) {
        if (!options.type.startsWith("text/event-stream") || !relay.isBetweenEvents) {
          throw error;
        }
        const failure = failureError(error, options.name);
        sink.write(`data: ${JSON.stringify(failure.toBody())}\n\n`);
      }
    },
  };
}

class Relay {
  isBetweenEvents = true;
  readonly #incoming: IncomingMessage;
  readonly #sink: BodySink;
  readonly #options: RelayOptions;
  #cancelTimer: () => void;

  constructor(incoming: IncomingMessage, sink: BodySink, options: RelayOptions) {
    this.#incoming = incoming;
    this.#sink = sink;
    this.#options = options;
    this.#cancelTimer = this.#startTimer();
  }

  run(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#incoming.on("data", (chunk: Uint8Array) => this.#forward(chunk));
      this.#incoming.on("end", () => {
        this.#cancelTimer();
        resolve();
      });
      this.#incoming.on("error", (error) => {
        this.#cancelTimer();
        reject(error);
      });
    });
  }

  #forward(chunk: Uint8Array): void {
    this.#cancelTimer();
    this.isBetweenEvents = endsEvent(chunk);
    if (this.#sink.write(chunk)) {
      this.#cancelTimer = this.#startTimer();
      return;
    }
    this.#incoming.pause();
    void this.#resumeWhenDrained();
  }

  async #resumeWhenDrained(): Promise<void> {
    await this.#sink.drained();
    this.#cancelTimer = this.#startTimer();
    this.#incoming.resume();
  }

  #startTimer(): () => void {
    return this.#options.clock.startTimer(() => {
      this.#incoming.destroy(new UpstreamFailure("timeout"));
    }, this.#options.idleMs);
  }
}
