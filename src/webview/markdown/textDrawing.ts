import { BlockParser } from "./blocks/blockParser.ts";
import { judgePartialLine } from "./partialLine.ts";
import type { DocumentView } from "./view/documentView.ts";
import type { Pages } from "./view/pages.ts";

export class TextDrawing {
  readonly #pages: Pages;
  readonly #view: DocumentView;
  readonly #parser: BlockParser;
  #offset = 0;
  #line = "";
  /** The number of shown characters of `#line`, once later text cannot change its kind. */
  #settled: number | undefined;

  constructor(pages: Pages, view: DocumentView) {
    this.#pages = pages;
    this.#view = view;
    this.#parser = new BlockParser(view);
  }

  settle(): void {
    this.#pages.settle();
  }

  take(text: string): void {
    let start = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
      this.#line += text.slice(start, end);
      this.#commitLine();
      start = end + 1;
    }
    if (start < text.length) {
      this.#line += text.slice(start);
      this.#showLine();
    }
  }

  draw(): void {
    this.#view.draw();
  }

  finish(): void {
    if (this.#line !== "") {
      this.#commitLine();
    }
    this.#parser.finish();
    this.#pages.finish();
  }

  #commitLine(): void {
    const plan = this.#parser.plan(this.#line);
    this.#view.startLine(plan);
    this.#parser.commit(plan);
    this.#view.endLine();
    this.#offset += this.#line.length + 1;
    this.#pages.offset = this.#offset;
    this.#line = "";
    this.#settled = undefined;
  }

  #showLine(): void {
    if (this.#settled !== undefined) {
      this.#view.extendPart(this.#line.slice(this.#settled));
      this.#settled = this.#line.length;
      return;
    }
    const plan = this.#parser.plan(this.#line);
    const part = judgePartialLine(plan, this.#parser.leaf);
    if (part.kind === "hold") {
      this.#view.hidePart();
      return;
    }
    this.#view.showPart(plan, part.text);
    if (part.isSettled) {
      this.#settled = this.#line.length;
    }
  }
}
