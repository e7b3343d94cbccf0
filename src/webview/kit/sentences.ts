/** In UTF-16 units; further text waits or is dropped. */
const maxSpokenUnits = 300;

/** Cuts a text into sentences to announce; code is only named. */
export class Sentences {
  readonly #codeWord: string;
  #pending = "";
  #line = "";
  #isInCode = false;

  constructor(codeWord: string) {
    this.#codeWord = codeWord;
  }

  push(text: string): void {
    const lines = (this.#line + text).split("\n");
    this.#line = lines.pop() ?? "";
    for (const line of lines) {
      this.#takeLine(line);
    }
  }

  take(): string | undefined {
    const open =
      this.#isInCode || isFence(this.#line) || isRule(this.#line) ? "" : plain(this.#line);
    const pending = this.#pending.trim();
    const text = `${pending} ${open}`.trim();
    const end = endOfSentences(text);
    if (end === 0) {
      return undefined;
    }
    if (end > pending.length) {
      this.#pending = "";
      // More of the line may come: words must be neither joined nor split.
      this.#line = text.slice(end).trimStart() + (/\s$/u.test(this.#line) ? " " : "");
    } else {
      this.#pending = pending.slice(end);
    }
    return text.slice(0, end);
  }

  finish(): string | undefined {
    this.push("\n");
    const rest = this.#pending.trim();
    this.#pending = "";
    return rest === "" || rest.length > maxSpokenUnits ? undefined : rest;
  }

  #takeLine(line: string): void {
    if (isFence(line)) {
      this.#pending += this.#isInCode ? "" : ` ${this.#codeWord}`;
      this.#isInCode = !this.#isInCode;
    } else if (!this.#isInCode && line.trim() !== "" && !isRule(line)) {
      const text = plain(line);
      this.#pending += ` ${/[.!?:;…]$/u.test(text) ? text : `${text}.`}`;
    }
  }
}

function isFence(line: string): boolean {
  return /^\s*(```|~~~)/u.test(line);
}

/** A line below a table's head, or a thematic break. */
function isRule(line: string): boolean {
  return /^[\s|:_*-]+$/u.test(line);
}

function plain(line: string): string {
  return line
    .replace(/^\s*(#{1,6}|[-*+>]|\d+[.)])\s+/u, "")
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/gu, "$1")
    .replaceAll(/^\s*\||\|\s*$/gu, "")
    .replaceAll(/\s*\|+\s*/gu, ", ")
    .replaceAll(/[*_`~]+/gu, "")
    .trim();
}

/** The end of the last sentence that fits; a longer sentence is announced alone. */
function endOfSentences(text: string): number {
  let end = 0;
  for (const match of text.matchAll(/[.!?…]+(?=\s)|[.!?…]+$/gu)) {
    const next = match.index + match[0].length;
    if (end > 0 && next > maxSpokenUnits) {
      break;
    }
    end = next;
  }
  return end;
}
