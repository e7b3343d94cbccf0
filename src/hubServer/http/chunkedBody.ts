import type { ServerResponse } from "node:http";

import { type BodySink, bodySink } from "../../shared/base/bodySink.ts";

/** Above this size, copying costs more than a second write. */
const smallBytes = 16 * 1024;

const lastChunk = "0\r\n\r\n";

/**
 * RFC 9112 §7.1. Node writes each chunk in four pieces; this class writes one, which halves the cost of a streamed
 * event. Call `writeHead` before.
 */
export class ChunkedBody implements BodySink {
  readonly drained: BodySink["drained"];
  readonly #outgoing: ServerResponse;
  /** False for HTTP/1.0, which has no chunks. */
  readonly #isChunked: boolean;
  #isHeadSent = false;

  constructor(outgoing: ServerResponse) {
    this.#outgoing = outgoing;
    this.#isChunked = outgoing.chunkedEncoding;
    // This class writes the frames itself.
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
