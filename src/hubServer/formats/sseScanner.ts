/** One event of a stream. `end`: where the next bytes begin in the chunk that completed it. */
export interface ScannedEvent {
  /** The `data` lines, joined by line feeds. */
  readonly data: string;
  readonly end: number;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
/** No text of a model needs a larger event. */
const maxEventBytes = 32 * 1024 * 1024;

/**
 * Finds server-sent events (WHATWG HTML §9.2) in a stream, chunk by chunk. Ignores event names:
 * both formats put the type into the data. Throws a `RangeError` if an event is too large.
 */
export class SseScanner {
  readonly #decoder = new TextDecoder();
  /** Bytes of the current, incomplete line. */
  #line: Uint8Array[] = [];
  #size = 0;
  #data: string[] = [];
  /**
   * Set after a `\r`: a `\n` right after it, even in the next chunk, is part of the same line end.
   */
  #skipsLineFeed = false;

  scan(chunk: Uint8Array): readonly ScannedEvent[] {
    const events: ScannedEvent[] = [];
    let start = 0;
    if (this.#skipsLineFeed && chunk.length > 0) {
      start = chunk[0] === lineFeed ? 1 : 0;
      this.#skipsLineFeed = false;
    }
    for (let end = lineEnd(chunk, start); end !== -1; end = lineEnd(chunk, start)) {
      const next = this.#afterLineEnd(chunk, end);
      const data = this.#endLine(chunk.subarray(start, end));
      if (data !== undefined) {
        events.push({ data, end: next });
      }
      start = next;
    }
    if (start < chunk.length) {
      this.#keep(chunk.subarray(start));
    }
    return events;
  }

  #afterLineEnd(chunk: Uint8Array, end: number): number {
    if (chunk[end] === lineFeed) {
      return end + 1;
    }
    this.#skipsLineFeed = end + 1 === chunk.length;
    return chunk[end + 1] === lineFeed ? end + 2 : end + 1;
  }

  #keep(bytes: Uint8Array): void {
    this.#size += bytes.length;
    if (this.#size > maxEventBytes) {
      throw new RangeError("an event of the stream is too large");
    }
    this.#line.push(bytes);
  }

  /** The data of the event that this line ends; undefined if it ends no event. */
  #endLine(rest: Uint8Array): string | undefined {
    if (this.#line.length === 0 && rest.length === 0) {
      const data = this.#data.join("\n");
      const isEvent = this.#data.length > 0;
      this.#data = [];
      this.#size = 0;
      return isEvent ? data : undefined;
    }
    this.#keep(rest);
    const line = this.#decodeLine();
    this.#line = [];
    if (line.startsWith("data:")) {
      this.#data.push(line.slice(line[5] === " " ? 6 : 5));
    } else if (line === "data") {
      this.#data.push("");
    }
    return undefined;
  }

  #decodeLine(): string {
    let text = "";
    for (const bytes of this.#line) {
      text += this.#decoder.decode(bytes, { stream: true });
    }
    text += this.#decoder.decode();
    return text;
  }
}

/** Index of the byte that ends the line, or -1. */
function lineEnd(chunk: Uint8Array, start: number): number {
  const feed = chunk.indexOf(lineFeed, start);
  const end = feed === -1 ? chunk.length : feed;
  const back = chunk.subarray(start, end).indexOf(carriageReturn);
  return back === -1 ? feed : start + back;
}
