const fence = /^\s*(`{3,}|~{3,})/u;

/**
 * The code of an answer that should contain only code, line by line as it arrives: the content of
 * the first fenced block or, without a fence, the whole answer.
 */
export class CodeStream {
  readonly #lines: string[] = [];
  #open = "";
  #fence: string | undefined;
  #isClosed = false;

  /** The complete lines. */
  get lines(): readonly string[] {
    return this.#lines;
  }

  append(text: string): void {
    const parts = (this.#open + text).split("\n");
    this.#open = parts.pop() ?? "";
    for (const part of parts) {
      this.#take(part.endsWith("\r") ? part.slice(0, -1) : part);
    }
  }

  /** All lines, after the end of the answer. */
  finish(): readonly string[] {
    if (this.#open !== "") {
      this.#take(this.#open);
      this.#open = "";
    }
    if (this.#fence === undefined) {
      trimBlankEnds(this.#lines);
    }
    return this.#lines;
  }

  #take(line: string): void {
    const mark = fence.exec(line)?.[1];
    if (this.#isClosed) {
      return;
    }
    if (this.#fence === undefined && mark !== undefined) {
      // The text before the code is not code.
      this.#lines.length = 0;
      this.#fence = mark;
    } else if (this.#fence !== undefined && mark !== undefined && isEnd(line, this.#fence)) {
      this.#isClosed = true;
    } else {
      this.#lines.push(line);
    }
  }
}

function isEnd(line: string, open: string): boolean {
  const text = line.trim();
  return text.length >= open.length && text === (open[0] ?? "").repeat(text.length);
}

function trimBlankEnds(lines: string[]): void {
  while (lines.length > 0 && lines[0]?.trim() === "") {
    lines.shift();
  }
  while (lines.length > 0 && lines.at(-1)?.trim() === "") {
    lines.pop();
  }
}
