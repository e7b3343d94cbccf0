import { alertKinds } from "../../../shared/text/alertKinds.ts";
import {
  affordableLength,
  CLOSED_COST,
  findCommitPoint,
  MIN_PIECE,
  OPEN_COST,
} from "../inline/commitPoint.ts";
import type { Redrawable } from "../inline/inlineLexer.ts";
import { drawAlert } from "./alerts.ts";
import { element } from "./dom.ts";
import { type InlineTools, maxPiece } from "./inlineText.ts";
import type { LeafView } from "./leafView.ts";

/** The longest growing text with markup; a longer one without a commit point is plain while it grows. */
const MAX_OPEN = 4096;
const WINDOW = 2 * MIN_PIECE;

const definitionStart = /^\[(?:[^[\]\\]|\\.)*(?:\](?::.*)?)?$/s;
const taskMark = /^\[([ \t\nxX])\](?:[ \t]+(?=\S)|[ \t]*\n)/;
const alertMark = /^\[!([a-zA-Z]{3,9})\][ \t]*(?:\n|$)/;
const alertStart = /^\[!(?:[a-zA-Z]{0,9}(?:\][ \t]*)?)?$/;
const taskStart = /^\[(?:[ \t\nxX](?:\][ \t]*)?)?$/;

/** Committed in pieces; the uncommitted end is redrawn while it grows. */
export class InlineLeaf implements LeafView, Redrawable {
  #element: HTMLElement;
  readonly #tools: InlineTools;
  #kind: "paragraph" | "firstOfItem" | "firstOfQuote" | "heading";
  #source = "";
  #committed = 0;
  #lastCommitted: ChildNode | undefined;
  #lineStart = 0;
  #isLineEnded = false;
  #searched = 0;
  #plain: Text | undefined;
  #isTask = false;
  #dropAlert: (() => void) | undefined;

  constructor(
    kind: "paragraph" | "firstOfItem" | "firstOfQuote" | "heading",
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
    this.#startAlert(end, false);
    this.#commitPieces(end);
    this.#drawRest(this.#source.slice(this.#committed, end), MAX_OPEN, OPEN_COST);
  }

  close(text?: string): void {
    if (text !== undefined) {
      this.#reset(text);
    }
    this.#source = this.#source.trimEnd();
    this.#drawWhole();
    const isShort = this.#source.length <= maxPiece;
    if (!isShort || !this.#tools.lexer.watch(this.#source, this)) {
      this.#source = "";
    }
  }

  redraw(): void {
    this.#reset(this.#source);
    this.#drawWhole();
  }

  /** Moves the nodes to a heading, which has no task box. */
  become(heading: HTMLElement): void {
    this.#kind = "heading";
    if (this.#isTask || this.#dropAlert) {
      this.#reset(this.#source);
    }
    heading.append(...this.#element.childNodes);
    this.#element.replaceWith(heading);
    this.#element = heading;
  }

  #drawWhole(): void {
    this.#startTask(this.#source.length);
    this.#startAlert(this.#source.length, true);
    this.#commitPieces(this.#source.length);
    this.#drawRest(this.#source.slice(this.#committed), maxPiece, CLOSED_COST);
  }

  #reset(source: string): void {
    this.#element.replaceChildren();
    this.#source = source;
    this.#committed = 0;
    this.#lastCommitted = undefined;
    this.#searched = 0;
    this.#plain = undefined;
    this.#isTask = false;
    this.#dropAlert?.();
    this.#dropAlert = undefined;
  }

  /** The end of the visible text: hides a definition, a task box, a table's header, half a character. */
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
    if (this.#kind === "firstOfQuote" && alertStart.test(source)) {
      return true;
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

  #startAlert(end: number, isWhole: boolean): void {
    if (this.#kind !== "firstOfQuote" || this.#dropAlert || this.#committed > 0) {
      return;
    }
    const match = alertMark.exec(this.#source.slice(0, end));
    const kind = alertKinds.find((one) => one === match?.[1]?.toLowerCase());
    const quote = this.#element.parentElement;
    if (match && kind && quote && (isWhole || match[0].endsWith("\n"))) {
      this.#dropAlert = drawAlert(quote, kind, this.#tools.alertNames[kind]);
      this.#removeRest();
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

  #pieceLength(rest: number): number | undefined {
    const source = this.#source.slice(this.#committed, this.#committed + rest);
    const limit = Math.min(maxPiece, affordableLength(source, OPEN_COST));
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

export function createTaskBox(isDone: boolean, label: string): HTMLElement {
  const box = element("input", "md-task-box");
  box.type = "checkbox";
  box.disabled = true;
  box.checked = isDone;
  box.setAttribute("aria-label", label);
  return box;
}
