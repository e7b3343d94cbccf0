/** One event of a stream, and where in the chunk that completed it the bytes after it begin. */
export interface ScannedEvent {
  /** The lines of `data`, joined. */
  readonly data: string;
  readonly end: number;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
/** An event of more than this is no text of a model. */
const maxEventBytes = 32 * 1024 * 1024;

/**
 * Finds the events in a stream of server-sent events (WHATWG HTML §9.2) chunk by chunk. Names of events are
 * not looked at: both formats say in the data what it is. Throws a `RangeError` at an event without bounds.
 */
export class SseScanner {
  readonly #decoder = new TextDecoder();
  /** Bytes of a line that is not complete yet. */
  #line: Uint8Array[] = [];
  #size = 0;
  #data: string[] = [];
  /** A line feed right after a carriage return belongs to it, also when the next chunk begins with it. */
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

  /** The data of the event that the line ends; undefined while none does. */
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
