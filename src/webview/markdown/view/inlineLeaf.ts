import {
  affordableLength,
  CLOSED_COST,
  findCommitPoint,
  MIN_PIECE,
  OPEN_COST,
} from "../inline/commitPoint.ts";
import { textToken, type InlineLexer, type Redrawable } from "../inline/inlineLexer.ts";
import { element } from "./dom.ts";
import type { InlineDrawer } from "./inlineNodes.ts";
import type { LeafView } from "./leafView.ts";

/** A longer open text without a commit point is shown as plain text while it grows. */
const MAX_OPEN = 4096;
/** A longer text without a commit point stays plain text: lexing it would block the page. */
const MAX_PIECE = 65_536;
/** Length that is lexed to search for a commit point. */
const WINDOW = 2 * MIN_PIECE;

const definitionStart = /^\[(?:[^[\]\\]|\\.)*(?:\](?::.*)?)?$/s;
const taskMark = /^\[([ \t\nxX])\](?:[ \t]+(?=\S)|[ \t]*\n)/;
const taskStart = /^\[(?:[ \t\nxX](?:\][ \t]*)?)?$/;

export interface InlineTools {
  readonly lexer: InlineLexer;
  readonly drawer: InlineDrawer;
  /** Creates the check box of a task item. */
  readonly createTaskBox: (isDone: boolean) => HTMLElement;
}

/**
 * A paragraph or heading: committed piece by piece; its uncommitted end is redrawn while it grows.
 */
export class InlineLeaf implements LeafView, Redrawable {
  #element: HTMLElement;
  readonly #tools: InlineTools;
  #kind: "paragraph" | "firstOfItem" | "heading";
  #source = "";
  /** Length of the committed source; the nodes of the rest follow `#lastCommitted`. */
  #committed = 0;
  #lastCommitted: ChildNode | undefined;
  /** Index at which the arriving line starts. */
  #lineStart = 0;
  #isLineEnded = false;
  /** Length of the uncommitted text that has been searched for a commit point without success. */
  #searched = 0;
  /** The uncommitted text while it is too long to be lexed. */
  #plain: Text | undefined;
  #isTask = false;

  constructor(
    kind: "paragraph" | "firstOfItem" | "heading",
    target: HTMLElement,
    tools: InlineTools,
  ) {
    this.#kind = kind;
    this.#element = target;
    this.#tools = tools;
  }

  get element(): HTMLElement {
    return this.#element;
  }

  /** Whether the text may consist of definitions only. */
  get mayVanish(): boolean {
    return this.#source.startsWith("[");
  }

  append(text: string): void {
    if (this.#isLineEnded) {
      this.#isLineEnded = false;
      this.#lineStart = this.#source.length;
      this.#source += "\n";
    }
    this.#source += text;
  }

  endLine(): void {
    this.#isLineEnded = true;
  }

  dropLine(): void {
    this.#reset(this.#source.slice(0, this.#lineStart));
    this.#isLineEnded = true;
    this.draw();
  }

  draw(): void {
    const end = this.#visibleEnd();
    if (end === 0) {
      return;
    }
    this.#startTask(end);
    this.#commitPieces(end);
    this.#drawRest(this.#source.slice(this.#committed, end), MAX_OPEN, OPEN_COST);
  }

  close(text?: string): void {
    if (text !== undefined) {
      this.#reset(text);
    }
    this.#source = this.#source.trimEnd();
    this.#drawWhole();
    const isShort = this.#source.length <= MAX_PIECE;
    if (!isShort || !this.#tools.lexer.watch(this.#source, this)) {
      this.#source = "";
    }
  }

  redraw(): void {
    this.#reset(this.#source);
    this.#drawWhole();
  }

  /**
   * Turns the paragraph into a heading and moves its nodes to the new element. A heading has no
   * task box.
   */
  become(heading: HTMLElement): void {
    this.#kind = "heading";
    if (this.#isTask) {
      this.#reset(this.#source);
    }
    heading.append(...this.#element.childNodes);
    this.#element.replaceWith(heading);
    this.#element = heading;
  }

  #drawWhole(): void {
    this.#startTask(this.#source.length);
    this.#commitPieces(this.#source.length);
    this.#drawRest(this.#source.slice(this.#committed), MAX_PIECE, CLOSED_COST);
  }

  #reset(source: string): void {
    this.#element.replaceChildren();
    this.#source = source;
    this.#committed = 0;
    this.#lastCommitted = undefined;
    this.#searched = 0;
    this.#plain = undefined;
    this.#isTask = false;
  }

  /**
   * Hides text that may not be shown in the end: a definition, a task box, a table's header, half a
   * character.
   */
  #visibleEnd(): number {
    const source = this.#source;
    if (source.startsWith("[") && this.#mayBeNoText(source)) {
      return 0;
    }
    const lineStart = this.#lineStart === 0 ? 0 : this.#lineStart + 1;
    if (this.#kind !== "heading" && source.startsWith("|", lineStart)) {
      return this.#lineStart;
    }
    const last = source.charCodeAt(source.length - 1);
    return last >= 0xd800 && last <= 0xdbff ? source.length - 1 : source.length;
  }

  #mayBeNoText(source: string): boolean {
    if (this.#kind === "heading" || source.length > MAX_OPEN) {
      return false;
    }
    return definitionStart.test(source) || (this.#kind === "firstOfItem" && taskStart.test(source));
  }

  #startTask(end: number): void {
    if (this.#kind !== "firstOfItem" || this.#isTask || this.#committed > 0) {
      return;
    }
    const match = taskMark.exec(this.#source.slice(0, end));
    if (match) {
      this.#isTask = true;
      const box = this.#tools.createTaskBox(match[1]?.toLowerCase() === "x");
      this.#element.replaceChildren(box);
      this.#lastCommitted = box;
      this.#committed = match[0].length;
    }
  }

  #commitPieces(end: number): void {
    for (;;) {
      const rest = end - this.#committed;
      const isTooSoon = rest > MAX_OPEN && rest < 2 * this.#searched;
      const length = rest <= MIN_PIECE || isTooSoon ? undefined : this.#pieceLength(rest);
      if (length === undefined) {
        return;
      }
      this.#commit(length);
    }
  }

  #commit(length: number): void {
    const { lexer, drawer } = this.#tools;
    const piece = this.#source.slice(this.#committed, this.#committed + length);
    this.#removeRest();
    this.#element.append(drawer.draw(lexer.lex(piece)));
    this.#lastCommitted = this.#element.lastChild ?? undefined;
    this.#committed += length;
    this.#searched = 0;
  }

  /**
   * Searches growing parts of the text, so that a text that arrived at once is not lexed whole for
   * each piece.
   */
  #pieceLength(rest: number): number | undefined {
    const source = this.#source.slice(this.#committed, this.#committed + rest);
    const limit = Math.min(MAX_PIECE, affordableLength(source, OPEN_COST));
    for (let size = WINDOW; ; size *= 2) {
      const part = source.slice(0, Math.min(size, limit));
      const point = findCommitPoint(part, this.#tools.lexer.lex(part));
      if (point !== undefined) {
        return point;
      }
      if (size >= limit) {
        this.#searched = limit < rest ? Infinity : rest;
        return undefined;
      }
    }
  }

  #drawRest(text: string, maxLength: number, cost: number): void {
    if (text.length > Math.min(maxLength, affordableLength(text, cost))) {
      this.#drawPlain(text);
      return;
    }
    this.#removeRest();
    this.#element.append(this.#tools.drawer.draw(text === "" ? [] : this.#tools.lexer.lex(text)));
  }

  #drawPlain(text: string): void {
    if (this.#plain && text.length >= this.#plain.length) {
      this.#plain.appendData(text.slice(this.#plain.length));
      return;
    }
    this.#removeRest();
    this.#plain = document.createTextNode(text);
    this.#element.append(this.#plain);
  }

  #removeRest(): void {
    this.#plain = undefined;
    const { lastChild } = this.#element;
    for (
      let node = lastChild;
      node && node !== this.#lastCommitted;
      node = this.#element.lastChild
    ) {
      node.remove();
    }
  }
}

/** A text that is drawn once and whole, such as a table cell. */
export class InlineText implements Redrawable {
  readonly #element: HTMLElement;
  readonly #source: string;
  readonly #tools: InlineTools;

  constructor(target: HTMLElement, source: string, tools: InlineTools) {
    this.#element = target;
    this.#source = source;
    this.#tools = tools;
  }

  /** Redraws the text when its references are defined. */
  watch(): void {
    this.#tools.lexer.watch(this.#source, this);
  }

  redraw(): void {
    const { lexer, drawer } = this.#tools;
    const limit = Math.min(MAX_PIECE, affordableLength(this.#source, CLOSED_COST));
    const tokens =
      this.#source.length > limit ? [textToken(this.#source)] : lexer.lex(this.#source);
    this.#element.replaceChildren(drawer.draw(tokens));
  }
}

export function createTaskBox(isDone: boolean, label: string): HTMLElement {
  const box = element("input", "md-task-box");
  box.type = "checkbox";
  box.disabled = true;
  box.checked = isDone;
  box.setAttribute("aria-label", label);
  return box;
}
