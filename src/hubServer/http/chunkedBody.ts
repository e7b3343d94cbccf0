import type { ServerResponse } from "node:http";

import { type BodySink, bodySink } from "../../shared/bodySink.ts";

/** Copying more than this costs more than further pieces of the write. */
const smallBytes = 16 * 1024;

const lastChunk = "0\r\n\r\n";

/**
 * The body of an answer that is sent in chunks (RFC 9112 §7.1). Node writes each chunk in four
 * pieces; a small one with its frame is one piece here, which halves the cost of a streamed event.
 * Call `writeHead` before: the head goes with the first chunk, or alone if none comes in this turn
 * of the event loop.
 */
export class ChunkedBody implements BodySink {
  readonly drained: BodySink["drained"];
  readonly #outgoing: ServerResponse;
  /** False for a client of HTTP/1.0, which is sent the bytes alone. */
  readonly #isChunked: boolean;
  #isHeadSent = false;

  constructor(outgoing: ServerResponse) {
    this.#outgoing = outgoing;
    this.#isChunked = outgoing.chunkedEncoding;
    // From here on the frames are written here.
    outgoing.chunkedEncoding = false;
    this.drained = bodySink(outgoing).drained;
    setImmediate(() => {
      if (!this.#isHeadSent) {
        outgoing.flushHeaders();
      }
    });
  }

  readonly write = (chunk: Uint8Array | string): boolean => {
    if (chunk.length === 0) {
      return !this.#outgoing.writableNeedDrain;
    }
    this.#isHeadSent = true;
    if (!this.#isChunked) {
      return this.#outgoing.write(chunk);
    }
    const length = Buffer.byteLength(chunk);
    const size = length.toString(16);
    if (typeof chunk === "string") {
      return this.#outgoing.write(`${size}\r\n${chunk}\r\n`);
    }
    if (length <= smallBytes) {
      return this.#outgoing.write(`${size}\r\n${latin1Of(chunk)}\r\n`, "latin1");
    }
    this.#outgoing.write(`${size}\r\n`, "latin1");
    this.#outgoing.write(chunk);
    return this.#outgoing.write("\r\n", "latin1");
  };

  end(): void {
    this.#isHeadSent = true;
    if (this.#isChunked) {
      this.#outgoing.end(lastChunk, "latin1");
    } else {
      this.#outgoing.end();
    }
  }
}

/** Each byte as one character. */
function latin1Of(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}
