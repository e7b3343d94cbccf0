export const maxMessage = 16_777_216;
/** Codes of our own answers; servers use other codes. */
export const ownCodes = { tooLarge: -1_001, unanswered: -1_002 } as const;

type Line =
  | { readonly kind: "line"; readonly text: string }
  | { readonly kind: "tooLarge"; readonly answer: unknown };

const newline = 0x0a;
const kept = 256;

/** Drops a too large line while it arrives. */
export class MessageLines {
  #parts: Buffer[] = [];
  #size = 0;
  #head = "";
  #tail = "";

  take(bytes: Buffer): readonly Line[] {
    const lines: Line[] = [];
    let start = 0;
    for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, start)) {
      this.#add(bytes.subarray(start, end));
      lines.push(...this.#whole());
      start = end + 1;
    }
    this.#add(bytes.subarray(start));
    return lines;
  }

  #add(bytes: Buffer): void {
    this.#size += bytes.length;
    if (this.#size <= maxMessage) {
      this.#parts.push(bytes);
      return;
    }
    if (this.#parts.length > 0) {
      this.#head = Buffer.concat(this.#parts).subarray(0, kept).toString("latin1");
      this.#parts = [];
    }
    this.#tail = (this.#tail + bytes.subarray(-kept).toString("latin1")).slice(-kept);
  }

  #whole(): readonly Line[] {
    const isTooLarge = this.#size > maxMessage;
    const text = isTooLarge ? "" : Buffer.concat(this.#parts).toString("utf8").replace(/\r$/u, "");
    const id = isTooLarge ? idOf(this.#head, this.#tail) : undefined;
    this.#parts = [];
    [this.#size, this.#head, this.#tail] = [0, "", ""];
    if (isTooLarge) {
      return id === undefined ? [] : [{ kind: "tooLarge", answer: ownAnswer(id, "tooLarge") }];
    }
    return text.trim() === "" ? [] : [{ kind: "line", text }];
  }
}

function ownAnswer(id: number, code: keyof typeof ownCodes): unknown {
  return { jsonrpc: "2.0", id, error: { code: ownCodes[code], message: code } };
}

function idOf(head: string, tail: string): number | undefined {
  const [, id] =
    /"id"\s*:\s*(\d{1,9})\s*[,}]\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*)?\}?\s*$/u.exec(tail) ??
    /^\s*\{(?:\s*"jsonrpc"\s*:\s*"2\.0"\s*,)?\s*"id"\s*:\s*(\d{1,9})\s*,/u.exec(head) ??
    [];
  return id === undefined ? undefined : Number(id);
}
