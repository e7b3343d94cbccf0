import { languageName } from "../highlight/languages.ts";
import type { CodeAction, CodeInfo, MarkdownLabels } from "../markdownHost.ts";
import { CodeLines } from "./codeLines.ts";
import { element, icon } from "./dom.ts";
import type { LeafView } from "./leafView.ts";

export interface CodeTools {
  readonly actions: readonly CodeAction[];
  readonly labels: MarkdownLabels;
  readonly highlight: (language: string, lines: CodeLines) => void;
}

export const ownActions = { toggle: "toggle", more: "more" } as const;

const blocks = new WeakMap<Element, CodeBlock>();

export function codeBlockOf(parent: Element): CodeBlock | undefined {
  return blocks.get(parent);
}

export class CodeBlock implements LeafView {
  readonly element = element("div", "md-code");
  readonly info: CodeInfo;
  readonly actions: readonly CodeAction[];
  readonly #lines: CodeLines;
  readonly #labels: MarkdownLabels;
  readonly #scroller = element("pre", "md-code-scroll");
  readonly #toggle: HTMLButtonElement;
  #waiting: HTMLButtonElement[] = [];
  #isWhole = false;

  constructor(info: CodeInfo, isIndented: boolean, tools: CodeTools) {
    const { labels } = tools;
    this.info = info;
    this.actions = tools.actions.filter((action) => action.suits?.(info) ?? true);
    this.#labels = labels;
    this.#lines = new CodeLines(isIndented);
    this.#toggle = createButton({
      id: ownActions.toggle,
      label: labels.collapse,
      icon: "chevron-down",
    });
    this.#toggle.setAttribute("aria-expanded", "true");
    const language = languageName(info.language);
    const name = [language === "" ? labels.code : labels.codeIn.replace("{language}", language)];
    this.element.dir = "ltr";
    this.element.setAttribute("role", "group");
    this.element.setAttribute(
      "aria-label",
      [...name, ...(info.fileName ? [info.fileName] : [])].join(": "),
    );
    this.#scroller.tabIndex = 0;
    this.#scroller.append(this.#lines.element);
    this.element.append(this.#header(language), this.#scroller);
    blocks.set(this.element, this);
    tools.highlight(info.language, this.#lines);
  }

  get text(): string {
    return this.#lines.text;
  }

  get isWhole(): boolean {
    return this.#isWhole;
  }

  append(text: string): void {
    this.#lines.append(text);
  }

  endLine(): void {
    this.#lines.endLine();
  }

  dropLine(): void {
    this.#lines.dropLine();
  }

  draw(): void {
    this.#lines.draw();
  }

  close(): void {
    // The lines have already drawn the text.
    this.#isWhole = true;
    for (const button of this.#waiting) {
      button.disabled = false;
    }
    this.#waiting = [];
  }

  toggle(): void {
    const isShown = this.#scroller.hidden;
    this.#scroller.hidden = !isShown;
    this.element.classList.toggle("md-code-collapsed", !isShown);
    this.#toggle.setAttribute("aria-expanded", String(isShown));
    const label = isShown ? this.#labels.collapse : this.#labels.expand;
    this.#toggle.title = label;
    this.#toggle.setAttribute("aria-label", label);
    this.#toggle.replaceChildren(icon(isShown ? "chevron-down" : "chevron-right"));
  }

  #header(language: string): HTMLElement {
    const { fileName } = this.info;
    const header = element("div", "md-code-header");
    header.setAttribute("role", "toolbar");
    header.setAttribute("aria-label", this.#labels.codeActions);
    const title = element("span", "md-code-title");
    const name = element("bdi");
    name.append(fileName ?? (language === "" ? this.#labels.code : language));
    title.append(name);
    header.append(this.#toggle, title);
    const lines = linesLabel(this.info, this.#labels);
    if (lines !== "") {
      const range = element("span", "md-code-lines");
      range.append(lines);
      header.append(range);
    }
    header.append(this.#buttons());
    return header;
  }

  #buttons(): HTMLElement {
    const buttons = element("span", "md-code-actions");
    for (const action of this.actions) {
      const button = createButton(action);
      button.classList.toggle("md-code-secondary", action.isSecondary === true);
      if (action.needsAll === true) {
        button.disabled = true;
        this.#waiting.push(button);
      }
      buttons.append(button);
    }
    if (this.actions.some(({ isSecondary }) => isSecondary)) {
      const more = createButton({
        id: ownActions.more,
        label: this.#labels.moreActions,
        icon: "ellipsis",
      });
      more.classList.add("md-code-more");
      more.setAttribute("aria-haspopup", "menu");
      buttons.append(more);
    }
    return buttons;
  }
}

function createButton(action: Pick<CodeAction, "id" | "label" | "icon">): HTMLButtonElement {
  const button = element("button", "md-code-action");
  button.type = "button";
  button.title = action.label;
  button.setAttribute("aria-label", action.label);
  button.dataset["action"] = action.id;
  button.append(icon(action.icon));
  return button;
}

function linesLabel({ startLine, endLine }: CodeInfo, labels: MarkdownLabels): string {
  if (startLine === undefined || endLine === undefined) {
    return "";
  }
  const words = startLine === endLine ? labels.line : labels.lines;
  return words.replace("{start}", String(startLine)).replace("{end}", String(endLine));
}
