import { element } from "../view/dom.ts";
import type { MathSource } from "./mathSyntax.ts";

/** Makes the formula's elements; undefined for what is no formula after all. */
type DrawMath = (tex: string, isDisplay: boolean) => Element | undefined;

/** Formulas that are drawn again while a paragraph grows around them. */
const maxKept = 300;

/**
 * Puts formulas into the page: as they were written, until what draws them is loaded, which begins with the
 * first one; and for good if they cannot be drawn.
 */
export class MathPainter {
  readonly #onGrow: () => void;
  readonly #kept = new Map<string, Element | undefined>();
  readonly #waiting = new Map<HTMLElement, MathSource>();
  #draw: DrawMath | undefined;
  #isLoading = false;

  /** `onGrow` is called when formulas were drawn later than the text around them. */
  constructor(onGrow: () => void) {
    this.#onGrow = onGrow;
  }

  /** The formula as an element that will show it. */
  create(source: MathSource): HTMLElement {
    const target = element("span", source.isDisplay ? "md-math md-math-display" : "md-math");
    target.dataset["source"] = source.raw;
    target.textContent = source.raw;
    if (this.#draw) {
      this.#paint(target, source);
    } else {
      this.#waiting.set(target, source);
      void this.#load();
    }
    return target;
  }

  async #load(): Promise<void> {
    if (this.#isLoading) {
      return;
    }
    this.#isLoading = true;
    try {
      const { drawMath } = await import("./drawMath.ts");
      this.#draw = drawMath;
    } catch {
      // A formula can be read as it was written.
      return;
    }
    for (const [target, source] of this.#waiting) {
      if (target.isConnected) {
        this.#paint(target, source);
      }
    }
    this.#waiting.clear();
    this.#onGrow();
  }

  #paint(target: HTMLElement, source: MathSource): void {
    const drawn = this.#drawn(source);
    if (drawn) {
      target.replaceChildren(drawn.cloneNode(true));
    } else {
      target.classList.add("md-math-source");
    }
  }

  #drawn({ tex, isDisplay }: MathSource): Element | undefined {
    const key = `${isDisplay} ${tex}`;
    if (!this.#kept.has(key)) {
      if (this.#kept.size >= maxKept) {
        this.#kept.clear();
      }
      this.#kept.set(key, this.#draw?.(tex, isDisplay));
    }
    return this.#kept.get(key);
  }
}
