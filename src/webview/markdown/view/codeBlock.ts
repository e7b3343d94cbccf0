import { languageName } from "../../highlight/languages.ts";
import type { CodeAction, CodeInfo, MarkdownLabels } from "../markdownHost.ts";
import { CodeLines } from "./codeLines.ts";
import { element, icon } from "./dom.ts";
import type { LeafView } from "./leafView.ts";

export interface CodeTools {
  readonly actions: readonly CodeAction[];
  readonly labels: MarkdownLabels;
  /** Highlights the lines now or when the language has been loaded. */
  readonly highlight: (language: string, lines: CodeLines) => void;
}

/** A code block: a header with its name and actions, and its text, which scrolls sideways. */
export class CodeBlock implements LeafView {
  readonly element = element("div", "md-code");
  readonly #lines: CodeLines;

  constructor(info: CodeInfo, isIndented: boolean, tools: CodeTools) {
    this.#lines = new CodeLines(isIndented);
    const language = languageName(info.language);
    const { labels } = tools;
    const name = [language === "" ? labels.code : labels.codeIn.replace("{language}", language)];
    this.element.setAttribute("role", "group");
    this.element.setAttribute(
      "aria-label",
      [...name, ...(info.fileName ? [info.fileName] : [])].join(": "),
    );
    const scroller = element("pre", "md-code-scroll");
    scroller.tabIndex = 0;
    scroller.append(this.#lines.element);
    this.element.append(this.#header(info, language, tools), scroller);
    tools.highlight(info.language, this.#lines);
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
    // Its lines are drawn.
  }

  #header(info: CodeInfo, language: string, { actions, labels }: CodeTools): HTMLElement {
    const header = element("div", "md-code-header");
    const title = element("span", "md-code-title");
    const name = element("bdi");
    name.append(info.fileName ?? (language === "" ? labels.code : language));
    title.append(name);
    header.append(title);
    const lines = linesLabel(info, labels);
    if (lines !== "") {
      const range = element("span", "md-code-lines");
      range.append(lines);
      header.append(range);
    }
    const buttons = element("span", "md-code-actions");
    buttons.append(...actions.map((action) => this.#button(action, info)));
    header.append(buttons);
    return header;
  }

  #button(action: CodeAction, info: CodeInfo): HTMLElement {
    const button = element("button", "md-code-action");
    button.type = "button";
    button.title = action.label;
    button.setAttribute("aria-label", action.label);
    button.dataset["action"] = action.id;
    button.append(icon(action.icon));
    button.addEventListener("click", () => action.run(this.#lines.text, info));
    return button;
  }
}

function linesLabel({ startLine, endLine }: CodeInfo, labels: MarkdownLabels): string {
  if (startLine === undefined || endLine === undefined) {
    return "";
  }
  const words = startLine === endLine ? labels.line : labels.lines;
  return words.replace("{start}", String(startLine)).replace("{end}", String(endLine));
}
