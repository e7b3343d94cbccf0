/** Longest text that is spoken at once, in UTF-16 units; more waits for its turn or is left out. */
const maxSpokenUnits = 300;

/**
 * Collects streamed Markdown and gives it back as whole sentences to be spoken. Code is named, not read.
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

  /** The sentences that are finished, at most as many as are spoken at once; undefined if there are none. */
  take(): string | undefined {
    const open = this.#isInCode || isFence(this.#line) ? "" : plain(this.#line);
    const pending = this.#pending.trim();
    const text = `${pending} ${open}`.trim();
    const end = endOfSentences(text);
    if (end === 0) {
      return undefined;
    }
    if (end > pending.length) {
      this.#pending = "";
      // The line goes on: a word that is cut here must not be joined to another, nor parted.
      this.#line = text.slice(end).trimStart() + (/\s$/u.test(this.#line) ? " " : "");
    } else {
      this.#pending = pending.slice(end);
    }
    return text.slice(0, end);
  }

  /** What is left, finished or not, bounded like the rest. */
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
    } else if (!this.#isInCode && line.trim() !== "") {
      const text = plain(line);
      this.#pending += ` ${/[.!?:;…]$/u.test(text) ? text : `${text}.`}`;
    }
  }
}

function isFence(line: string): boolean {
  return /^\s*(```|~~~)/u.test(line);
}

/** Markdown marks are noise to the ear. */
function plain(line: string): string {
  return line
    .replace(/^\s*(#{1,6}|[-*+>]|\d+[.)])\s+/u, "")
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/gu, "$1")
    .replaceAll(/[*_`~|]+/gu, "")
    .trim();
}

/** Where the last sentence ends that fits into one utterance; a sentence that is too long goes alone. */
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
