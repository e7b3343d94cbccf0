import type { LineHighlighter, LineToken } from "../highlight/lineTokens.ts";
import { element } from "./dom.ts";

/** Lines per chunk: a single long text would be laid out again for each added line. */
const CHUNK_LINES = 48;

interface Chunk {
  readonly element: HTMLElement;
  lineCount: number;
  waiting: string[];
}

/** Finished lines in chunks, each highlighted once, and the arriving line. */
export class CodeLines {
  readonly element = element("code", "md-code-text");
  readonly #dropsTrailingBlanks: boolean;
  readonly #waiting: Chunk[] = [];
  #chunk: Chunk | undefined;
  #highlighter: LineHighlighter | undefined;
  #line = "";
  #open: Text | undefined;
  readonly #blankLines: string[] = [];

  constructor(dropsTrailingBlanks: boolean) {
    this.#dropsTrailingBlanks = dropsTrailingBlanks;
  }

  get text(): string {
    return Array.from(this.element.children, (chunk) => chunk.textContent).join("\n");
  }

  append(text: string): void {
    this.#line += text;
  }

  draw(): void {
    if (this.#line === "" || this.#isHeldBack()) {
      return;
    }
    this.#placeBlankLines();
    const chunk = this.#currentChunk();
    const text = lineBreak(chunk) + this.#line;
    if (!this.#open) {
      this.#open = document.createTextNode(text);
      chunk.element.append(this.#open);
    } else if (text.length > this.#open.length) {
      this.#open.appendData(text.slice(this.#open.length));
    }
  }

  endLine(): void {
    const line = this.#line;
    if (this.#isHeldBack()) {
      this.#blankLines.push(line);
    } else {
      this.#placeBlankLines();
      this.#finishLine(line);
    }
    this.#line = "";
  }

  dropLine(): void {
    this.#open?.remove();
    this.#open = undefined;
    this.#line = "";
  }

  set highlighter(highlighter: LineHighlighter) {
    this.#highlighter = highlighter;
  }

  highlightWaiting(): boolean {
    const chunk = this.#waiting.shift();
    if (chunk && this.#highlighter) {
      const drawn = element("div");
      for (const [index, line] of chunk.waiting.entries()) {
        drawTokens(drawn, this.#highlighter.highlight(line), index === 0 ? "" : "\n");
      }
      chunk.waiting = [];
      const open = chunk === this.#chunk && this.#open ? [this.#open] : [];
      chunk.element.replaceChildren(...drawn.childNodes, ...open);
    }
    return this.#waiting.length > 0;
  }

  /** True for a blank line at the end of indented code, which belongs to it only if more code follows. */
  #isHeldBack(): boolean {
    return this.#dropsTrailingBlanks && this.#line.trim() === "";
  }

  #placeBlankLines(): void {
    for (const blank of this.#blankLines.splice(0)) {
      this.#finishLine(blank);
    }
  }

  #finishLine(line: string): void {
    const chunk = this.#currentChunk();
    const start = lineBreak(chunk);
    if (this.#highlighter && this.#waiting.length === 0) {
      this.#open?.remove();
      drawTokens(chunk.element, this.#highlighter.highlight(line), start);
    } else {
      this.#open?.remove();
      appendText(chunk.element, start + line);
      this.#wait(chunk, line);
    }
    this.#open = undefined;
    chunk.lineCount += 1;
  }

  #wait(chunk: Chunk, line: string): void {
    if (chunk.waiting.length === 0) {
      this.#waiting.push(chunk);
    }
    chunk.waiting.push(line);
  }

  #currentChunk(): Chunk {
    if (!this.#chunk || this.#chunk.lineCount >= CHUNK_LINES) {
      this.#chunk?.element.classList.add("md-chunk-full");
      this.#chunk = { element: element("div", "md-chunk"), lineCount: 0, waiting: [] };
      this.element.append(this.#chunk.element);
    }
    return this.#chunk;
  }
}

function lineBreak(chunk: Chunk): string {
  return chunk.lineCount === 0 ? "" : "\n";
}

/** Adjacent tokens of one kind share a span, with the white space between. */
function drawTokens(parent: HTMLElement, tokens: readonly LineToken[], start: string): void {
  let plain = start;
  let span: HTMLElement | undefined;
  let spanKind: string | undefined;
  for (const { kind, text } of tokens) {
    if (kind === undefined) {
      plain += text;
      continue;
    }
    if (span && kind === spanKind && plain.trim() === "") {
      appendText(span, plain + text);
    } else {
      appendText(parent, plain);
      span = element("span", `hl-${kind}`);
      span.textContent = text;
      parent.append(span);
      spanKind = kind;
    }
    plain = "";
  }
  appendText(parent, plain);
}

function appendText(parent: HTMLElement, text: string): void {
  const { lastChild } = parent;
  if (text === "") {
    return;
  }
  if (lastChild instanceof Text) {
    lastChild.appendData(text);
  } else {
    parent.append(text);
  }
}
