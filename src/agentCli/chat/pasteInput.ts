import { Transform, type TransformCallback } from "node:stream";

import { maxPrompt } from "../run/promptContent.ts";

const start = "\u001B[200~";
const end = "\u001B[201~";
/** In the line being typed: a line end and a tab of a pasted text. */
const lineMark = "⏎";
const tabMark = "⇥";

/**
 * A terminal's input for a line editor: a pasted text stays one line until it is sent. Terminals put a paste between two
 * marks if they are asked to (`bracketedPaste`).
 */
export class PasteInput extends Transform {
  readonly #setRawMode: (isRaw: boolean) => void;
  readonly #decoder = new TextDecoder();
  #rest = "";
  #isPaste = false;
  #length = 0;

  constructor(setRawMode: (isRaw: boolean) => void) {
    super();
    this.#setRawMode = setRawMode;
  }

  /** Called by the line editor. */
  setRawMode(isRaw: boolean): void {
    this.#setRawMode(isRaw);
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.#rest += this.#decoder.decode(chunk, { stream: true });
    for (;;) {
      const mark = this.#isPaste ? end : start;
      const at = this.#rest.indexOf(mark);
      if (at < 0) {
        const kept = partOf(mark, this.#rest);
        this.#pass(this.#rest.slice(0, this.#rest.length - kept));
        this.#rest = this.#rest.slice(this.#rest.length - kept);
        done();
        return;
      }
      this.#pass(this.#rest.slice(0, at));
      this.#rest = this.#rest.slice(at + mark.length);
      this.#isPaste = !this.#isPaste;
    }
  }

  #pass(text: string): void {
    const shown = this.#isPaste ? pasted(text) : text;
    this.#length += shown.length;
    if (shown !== "" && this.#length <= maxPrompt) {
      this.push(shown);
    }
  }
}

export const bracketedPaste = { on: "\u001B[?2004h", off: "\u001B[?2004l" };

/** The text of a line as it was pasted. */
export function sentText(line: string): string {
  return line.replaceAll(lineMark, "\n").replaceAll(tabMark, "\t").trim();
}

function pasted(text: string): string {
  return text
    .replaceAll(/\r\n?|\n/gu, lineMark)
    .replaceAll("\t", tabMark)
    .replaceAll(/\p{Cc}/gu, "");
}

/** How many characters at the end could be the beginning of the mark. A lone Escape key is none. */
function partOf(mark: string, text: string): number {
  for (let length = Math.min(mark.length - 1, text.length); length > 1; length -= 1) {
    if (text.endsWith(mark.slice(0, length))) {
      return length;
    }
  }
  return 0;
}
