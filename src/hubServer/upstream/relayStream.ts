import type { Readable } from "node:stream";

import type { BodySink } from "../../shared/base/bodySink.ts";
import type { Clock } from "../../shared/base/clock.ts";
import type { ApiError } from "../http/apiError.ts";
import type { StreamBody } from "../http/message.ts";
import { Silence } from "../values/silence.ts";
import type { AnswerStage } from "./answerStage.ts";
import { failureError } from "./upstreamErrors.ts";
import { UpstreamFailure } from "./upstreamHttp.ts";

export interface RelayOptions {
  readonly name: string;
  readonly idleMs: number;
  readonly clock: Clock;
  readonly stage: AnswerStage;
  readonly onFailure: (error: ApiError) => string;
}

/** Writes a chunk's output in the same tick, and pauses the upstream while the client is slow. */
export function relayStream(incoming: Readable, options: RelayOptions): StreamBody {
  const { stage, name, onFailure } = options;
  return async (sink) => {
    try {
      await new Relay(incoming, sink, options).run();
    } catch (error) {
      if (stage.isFinished && stage.isBetweenEvents) {
        sink.write(stage.end());
        return;
      }
      const lastEvent = onFailure(failureError(error, name));
      if (!stage.isBetweenEvents) {
        throw error;
      }
      sink.write(lastEvent);
    }
  };
}

class Relay {
  readonly #incoming: Readable;
  readonly #sink: BodySink;
  readonly #options: RelayOptions;
  readonly #silence: Silence;
  #isOver = false;

  constructor(incoming: Readable, sink: BodySink, options: RelayOptions) {
    this.#incoming = incoming;
    this.#sink = sink;
    this.#options = options;
    this.#silence = new Silence(options.clock, options.idleMs, () => {
      this.#silence.stop();
      incoming.destroy(new UpstreamFailure("timeout"));
    });
  }

  run(): Promise<void> {
    const { stage } = this.#options;
    return new Promise((resolve, reject) => {
      const fail = (error: unknown): void => {
        this.#silence.stop();
        this.#incoming.destroy();
        reject(error);
      };
      const attempt = (work: () => void): void => {
        try {
          work();
        } catch (error) {
          fail(error);
        }
      };
      const forward = (chunk: Uint8Array): void => {
        if (this.#forward(chunk)) {
          this.#isOver = true;
          this.#silence.stop();
          this.#incoming.removeAllListeners("data");
          this.#incoming.destroy();
          resolve();
        }
      };
      this.#incoming.on("data", (chunk: Uint8Array) => attempt(() => forward(chunk)));
      this.#incoming.on("end", () =>
        attempt(() => {
          this.#silence.stop();
          // A stream that is destroyed at its end still emits `end`.
          this.#write(this.#isOver ? [] : [stage.end()]);
          resolve();
        }),
      );
      this.#incoming.on("error", fail);
      this.#incoming.on("close", () => fail(new UpstreamFailure("unreachable")));
    });
  }

  #forward(chunk: Uint8Array): boolean {
    const { out, isOver } = this.#options.stage.take(chunk);
    this.#silence.heard();
    if (this.#write(out) || isOver) {
      return isOver;
    }
    this.#silence.stop();
    this.#incoming.pause();
    void this.#resumeWhenDrained();
    return false;
  }

  #write(pieces: readonly (string | Uint8Array)[]): boolean {
    let isOpen = true;
    for (const piece of pieces) {
      isOpen = piece.length === 0 ? isOpen : this.#sink.write(piece);
    }
    return isOpen;
  }

  async #resumeWhenDrained(): Promise<void> {
    await this.#sink.drained();
    // `drained()` also resolves when the client has disconnected.
    if (!this.#incoming.destroyed) {
      this.#silence.restart();
      this.#incoming.resume();
    }
  }
}
