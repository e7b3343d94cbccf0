/** An event as it came, or a comment; `data` is absent without data. */
export interface EventBlock {
  readonly raw: string;
  readonly data?: string;
  /** Its other lines, with their ends. */
  readonly head: string;
}

/** Cuts a stream of server-sent events into its events, and keeps every byte. */
export class EventBlocks {
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  #rest = "";
  #block = new Block();

  push(chunk: Uint8Array | string): readonly EventBlock[] {
    const text = typeof chunk === "string" ? chunk : this.#decoder.decode(chunk, { stream: true });
    const lineEnd = /\r\n|\n|\r/gu;
    lineEnd.lastIndex = Math.max(0, this.#rest.length - 1);
    this.#rest += text;
    const blocks: EventBlock[] = [];
    let done = 0;
    for (const { 0: end, index } of this.#rest.matchAll(lineEnd)) {
      // A `\n` may follow in the next chunk.
      if (end === "\r" && index + 1 === this.#rest.length) {
        break;
      }
      const line = this.#rest.slice(done, index);
      done = index + end.length;
      this.#block.add(line, end);
      if (line === "") {
        blocks.push(this.#block);
        this.#block = new Block();
      }
    }
    this.#rest = this.#rest.slice(done);
    return blocks;
  }

  /** What came without its end. */
  end(): EventBlock | undefined {
    const rest = this.#rest + this.#decoder.decode();
    this.#rest = "";
    if (rest !== "") {
      this.#block.add(rest, "");
    }
    return this.#block.raw === "" ? undefined : this.#block;
  }
}

class Block implements EventBlock {
  raw = "";
  data?: string;
  head = "";

  add(line: string, end: string): void {
    this.raw += line + end;
    const data = /^\uFEFF?data: ?(.*)$/su.exec(line)?.[1];
    if (data !== undefined) {
      this.data = this.data === undefined ? data : `${this.data}\n${data}`;
    } else if (line !== "") {
      this.head += line + end;
    }
  }
}
