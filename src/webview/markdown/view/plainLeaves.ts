import { element } from "./dom.ts";
import type { LeafView } from "./leafView.ts";

export class HtmlLeaf implements LeafView {
  readonly element = element("p", "md-html");
  readonly #text = document.createTextNode("");
  #line = "";
  #drawn = 0;
  #isFirst = true;

  constructor() {
    this.element.append(this.#text);
  }

  append(text: string): void {
    this.#line += text;
  }

  endLine(): void {
    this.draw();
    this.#line = "";
    this.#drawn = 0;
    this.#isFirst = false;
  }

  dropLine(): void {
    this.#text.deleteData(this.#text.length - this.#drawn, this.#drawn);
    this.#line = "";
    this.#drawn = 0;
  }

  draw(): void {
    const text = (this.#isFirst ? "" : "\n") + this.#line;
    this.#text.appendData(text.slice(this.#drawn));
    this.#drawn = text.length;
  }

  close(): void {
    this.#text.data = this.#text.data.trimEnd();
  }
}

export class RuleLeaf implements LeafView {
  readonly element = element("hr", "md-rule");

  append(): void {
    // A rule has no text.
  }

  endLine(): void {
    // A rule has no text.
  }

  dropLine(): void {
    // A rule has no text.
  }

  draw(): void {
    // A rule is drawn when it is created.
  }

  close(): void {
    // A rule does not change.
  }
}
