import type { MarkdownHost } from "./markdown/markdownHost.ts";
import { renderMarkdown, StreamingMarkdown } from "./markdownStub.ts";

/** One part's text in its element: streams while it is live, and never redraws what is there already. */
export class GrowingText {
  readonly #element: HTMLElement;
  readonly #host: MarkdownHost;
  #stream: StreamingMarkdown | undefined;
  #shown: string | undefined;

  constructor(element: HTMLElement, host: MarkdownHost) {
    this.#element = element;
    this.#host = host;
  }

  /** Draws the whole text as it is now. */
  show(text: string, isLive: boolean): void {
    if (this.#stream && this.#shown !== undefined && text.startsWith(this.#shown)) {
      this.append(text.slice(this.#shown.length));
    } else if (text !== this.#shown || isLive) {
      this.#redraw(text, isLive);
    }
    if (!isLive) {
      this.#stream?.finish();
      this.#stream = undefined;
    }
  }

  append(text: string): void {
    if (this.#stream && text !== "") {
      this.#stream.append(text);
      this.#shown = (this.#shown ?? "") + text;
    }
  }

  dispose(): void {
    this.#stream?.dispose();
  }

  #redraw(text: string, isLive: boolean): void {
    this.#stream?.dispose();
    this.#stream = undefined;
    this.#element.replaceChildren();
    this.#shown = text;
    if (isLive) {
      this.#stream = new StreamingMarkdown(this.#element, this.#host);
      this.#stream.append(text);
    } else {
      renderMarkdown(this.#element, text, this.#host);
    }
  }
}
