import type { BodySink } from "../../shared/base/bodySink.ts";
import type { StreamBody } from "../http/message.ts";

/** Holds a stream until it has text: another server may still answer. */
export class StreamStart {
  readonly done: Promise<void>;
  readonly #opened: Promise<BodySink>;
  #open: (sink: BodySink) => void = () => undefined;
  readonly #onBytes: (heldBytes: number) => void;
  readonly #held: (Uint8Array | string)[] = [];
  #heldBytes = 0;
  #sink: BodySink | undefined;

  constructor(body: StreamBody, onBytes: (heldBytes: number) => void) {
    this.#onBytes = onBytes;
    this.#opened = new Promise((resolve) => {
      this.#open = resolve;
    });
    this.done = body({ write: this.#write, drained: this.#drained });
    // `body` reports the failure.
    this.done.catch(() => undefined);
  }

  readonly body: StreamBody = async (sink) => {
    this.#sink = sink;
    for (const chunk of this.#held) {
      sink.write(chunk);
    }
    this.#held.length = 0;
    this.#open(sink);
    await this.done;
  };

  get holdsError(): boolean {
    return this.#held.some((chunk) => Buffer.from(chunk).includes('"error"'));
  }

  readonly #write = (chunk: Uint8Array | string): boolean => {
    if (this.#sink) {
      return this.#sink.write(chunk);
    }
    this.#held.push(chunk);
    this.#heldBytes += chunk.length;
    this.#onBytes(this.#heldBytes);
    return true;
  };

  readonly #drained = async (): Promise<void> => (await this.#opened).drained();
}
