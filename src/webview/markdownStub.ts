/** Local stand-in until the renderer is there. */
import type { MarkdownHost } from "./markdown/markdownHost.ts";
export class StreamingMarkdown {
  readonly #pre: HTMLElement;
  constructor(container: HTMLElement, _host: MarkdownHost) {
    this.#pre = document.createElement("p");
    container.append(this.#pre);
  }
  append(text: string): void {
    this.#pre.append(text);
  }
  finish(): void {}
  dispose(): void {}
}
export function renderMarkdown(container: HTMLElement, text: string, host: MarkdownHost): void {
  new StreamingMarkdown(container, host).append(text);
}
