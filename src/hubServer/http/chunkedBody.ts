import type { ServerResponse } from "node:http";

import { type BodySink, bodySink } from "../../shared/base/bodySink.ts";

/** Above this size, a copy costs more than further pieces of the write. */
const smallBytes = 16 * 1024;

const lastChunk = "0\r\n\r\n";

/**
 * Body in chunks (RFC 9112 §7.1). Node writes each chunk in four pieces; here a small chunk and its
 * frame are one piece, which halves the cost of a streamed event. Call `writeHead` before: the head
 * goes with the first chunk, or alone if no chunk comes in this turn of the event loop.
 */
export class ChunkedBody implements BodySink {
  readonly drained: BodySink["drained"];
  readonly #outgoing: ServerResponse;
  /** False for HTTP/1.0, which gets the bytes alone. */
  readonly #isChunked: boolean;
  #isHeadSent = false;

  constructor(outgoing: ServerResponse) {
    this.#outgoing = outgoing;
    this.#isChunked = outgoing.chunkedEncoding;
    // Node must not add frames, as this class writes them.
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

function latin1Of(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}
