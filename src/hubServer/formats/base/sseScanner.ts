/** An event of a stream. `end` is the place where the next bytes of the chunk start. */
export interface ScannedEvent {
  readonly data: string;
  readonly end: number;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;
const colon = 0x3a;
const maxEventBytes = 32 * 1024 * 1024;

/**
 * Reads server-sent events (WHATWG HTML §9.2) without their names, because the data repeats the type. Throws a
 * `RangeError` for an event that is too large.
 */
export class SseScanner {
  readonly #decoder = new TextDecoder();
  #line: Uint8Array[] = [];
  #size = 0;
  #data: string[] = [];
  /** True after a `\r`: a following `\n`, even in the next chunk, belongs to the same line end. */
  #skipsLineFeed = false;

  scan(chunk: Uint8Array): readonly ScannedEvent[] {
    const events: ScannedEvent[] = [];
    let start = 0;
    if (this.#skipsLineFeed && chunk.length > 0) {
      start = chunk[0] === lineFeed ? 1 : 0;
      this.#skipsLineFeed = false;
    }
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const findEnd = chunk.includes(carriageReturn) ? lineEnd : lineFeedFrom;
    for (let end = findEnd(chunk, start); end !== -1; end = findEnd(chunk, start)) {
      const next = this.#afterLineEnd(chunk, end);
      const data = this.#endLine(bytes, start, end);
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
    this.#grow(bytes.length);
    this.#line.push(bytes);
  }

  #grow(length: number): void {
    this.#size += length;
    if (this.#size > maxEventBytes) {
      throw new RangeError("an event of the stream is too large");
    }
  }

  #endLine(bytes: Buffer, start: number, end: number): string | undefined {
    const isWhole = this.#line.length === 0;
    if (isWhole && start === end) {
      const data = this.#data.length === 1 ? this.#data[0] : this.#data.join("\n");
      const isEvent = this.#data.length > 0;
      this.#data = [];
      this.#size = 0;
      return isEvent ? data : undefined;
    }
    if (isWhole && isDataLine(bytes, start, end)) {
      this.#grow(end - start);
      this.#data.push(
        bytes.toString("utf8", bytes[start + 5] === space ? start + 6 : start + 5, end),
      );
      return undefined;
    }
    this.#keep(bytes.subarray(start, end));
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

function isDataLine(bytes: Buffer, start: number, end: number): boolean {
  return (
    end - start >= 5 &&
    bytes[start] === 0x64 &&
    bytes[start + 1] === 0x61 &&
    bytes[start + 2] === 0x74 &&
    bytes[start + 3] === 0x61 &&
    bytes[start + 4] === colon
  );
}

function lineEnd(chunk: Uint8Array, start: number): number {
  const feed = chunk.indexOf(lineFeed, start);
  const end = feed === -1 ? chunk.length : feed;
  const back = chunk.subarray(start, end).indexOf(carriageReturn);
  return back === -1 ? feed : start + back;
}

function lineFeedFrom(chunk: Uint8Array, start: number): number {
  return chunk.indexOf(lineFeed, start);
}
