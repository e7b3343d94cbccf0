import type { CodeBlock } from "../view/codeBlock.ts";
import { element, icon } from "../view/dom.ts";
import type { LeafView } from "../view/leafView.ts";

export interface DiagramLabels {
  readonly diagram: string;
  readonly showCode: string;
  readonly showDiagram: string;
}

export interface DiagramTools {
  readonly labels: DiagramLabels;
  readonly onGrow: () => void;
}

/** A diagram; a click on it returns to its code. */
export class DiagramBlock implements LeafView {
  readonly element = element("div", "md-diagram");
  readonly #code: CodeBlock;
  readonly #tools: DiagramTools;

  constructor(code: CodeBlock, tools: DiagramTools) {
    this.#code = code;
    this.#tools = tools;
    this.element.dir = "ltr";
    this.element.append(code.element);
  }

  append(text: string): void {
    this.#code.append(text);
  }

  endLine(): void {
    this.#code.endLine();
  }

  dropLine(): void {
    this.#code.dropLine();
  }

  draw(): void {
    this.#code.draw();
  }

  close(): void {
    this.#code.close();
    void this.#show();
  }

  async #show(): Promise<void> {
    const { labels, onGrow } = this.#tools;
    const module = await import("./drawDiagram.ts").catch(() => undefined);
    const drawing = module?.drawDiagram(this.#code.text, labels.diagram);
    if (!drawing) {
      return;
    }
    const scroller = element("div", "md-diagram-scroll");
    scroller.tabIndex = 0;
    scroller.setAttribute("role", "group");
    scroller.setAttribute("aria-label", labels.diagram);
    scroller.append(drawing);
    const toggle = element("button", "md-diagram-toggle");
    toggle.type = "button";
    const show = (isCode: boolean): void => {
      this.#code.element.hidden = !isCode;
      scroller.hidden = isCode;
      toggle.replaceChildren(
        icon(isCode ? "graph" : "code"),
        isCode ? labels.showDiagram : labels.showCode,
      );
      onGrow();
    };
    toggle.addEventListener("click", () => show(scroller.hidden === false));
    show(false);
    this.element.prepend(scroller, toggle);
  }
}
