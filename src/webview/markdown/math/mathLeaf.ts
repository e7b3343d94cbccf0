import { element } from "../view/dom.ts";
import type { LeafView } from "../view/leafView.ts";
import type { MathPainter } from "./mathPainter.ts";
import { mathAtStart } from "./mathSyntax.ts";

export class MathLeaf implements LeafView {
  readonly element = element("p", "md-math-block");
  readonly #painter: MathPainter;
  readonly #text = document.createTextNode("");
  #lines = "";
  #line = "";

  constructor(painter: MathPainter) {
    this.#painter = painter;
    this.element.dir = "ltr";
    this.element.append(this.#text);
  }

  append(text: string): void {
    this.#line += text;
  }

  endLine(): void {
    this.#lines += `${this.#line}\n`;
    this.#line = "";
  }

  dropLine(): void {
    this.#line = "";
    this.draw();
  }

  draw(): void {
    const text = (this.#lines + this.#line).trimEnd();
    if (text.startsWith(this.#text.data)) {
      this.#text.appendData(text.slice(this.#text.length));
    } else {
      this.#text.data = text;
    }
  }

  close(): void {
    const source = this.#lines.trim();
    const math = mathAtStart(source);
    if (math && math.raw.length === source.length) {
      this.element.replaceChildren(this.#painter.create(math));
    } else {
      this.draw();
    }
  }
}
