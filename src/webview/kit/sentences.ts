/** Longest text that is spoken at once, in UTF-16 units; further text waits or is left out. */
const maxSpokenUnits = 300;

/**
 * Collects streamed Markdown and returns whole sentences to speak. Code is announced, not read out.
 */
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

  /** Returns the finished sentences, at most one utterance; undefined if there are none. */
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
      // More of the line may come: a word that is cut here must be neither joined to another nor
      // split.
      this.#line = text.slice(end).trimStart() + (/\s$/u.test(this.#line) ? " " : "");
    } else {
      this.#pending = pending.slice(end);
    }
    return text.slice(0, end);
  }

  /** Returns the remaining text, finished or not; undefined if it is empty or too long. */
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

/** The line below the head of a table, or a line that parts sections. */
function isRule(line: string): boolean {
  return /^[\s|:_*-]+$/u.test(line);
}

/** Removes Markdown marks, which a screen reader should not speak. */
function plain(line: string): string {
  return line
    .replace(/^\s*(#{1,6}|[-*+>]|\d+[.)])\s+/u, "")
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/gu, "$1")
    .replaceAll(/^\s*\||\|\s*$/gu, "")
    .replaceAll(/\s*\|+\s*/gu, ", ")
    .replaceAll(/[*_`~]+/gu, "")
    .trim();
}

/** End of the last sentence that fits into one utterance; a longer sentence is spoken alone. */
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
