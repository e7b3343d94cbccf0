import { element } from "../view/dom.ts";
import type { MathSource } from "./mathSyntax.ts";

type DrawMath = (tex: string, isDisplay: boolean) => Element | undefined;

const maxKept = 300;

/** Shows the source until the drawing code is loaded, and if drawing fails. */
export class MathPainter {
  readonly #onGrow: () => void;
  readonly #loadDraw: () => Promise<DrawMath>;
  readonly #kept = new Map<string, Element | undefined>();
  readonly #waiting = new Map<HTMLElement, MathSource>();
  #draw: DrawMath | undefined;
  #isLoading = false;

  /** `onGrow` is called when formulas are drawn after their surrounding text. */
  constructor(onGrow: () => void, loadDraw = loadDrawMath) {
    this.#onGrow = onGrow;
    this.#loadDraw = loadDraw;
  }

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
      this.#draw = await this.#loadDraw();
    } catch {
      // The source stays readable; the next formula tries again.
      this.#forgetRemoved();
      return;
    } finally {
      this.#isLoading = false;
    }
    for (const [target, source] of this.#waiting) {
      if (target.isConnected) {
        this.#paint(target, source);
      }
    }
    this.#waiting.clear();
    this.#onGrow();
  }

  #forgetRemoved(): void {
    for (const target of this.#waiting.keys()) {
      if (!target.isConnected) {
        this.#waiting.delete(target);
      }
    }
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

async function loadDrawMath(): Promise<DrawMath> {
  const { drawMath } = await import("./drawMath.ts");
  return drawMath;
}
