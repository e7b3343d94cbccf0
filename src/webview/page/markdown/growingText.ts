import type { CreateMarkdown, DrawnText } from "./createMarkdown.ts";

export class GrowingText {
  readonly #element: HTMLElement;
  readonly #create: CreateMarkdown;
  #stream: DrawnText | undefined;
  #shown = "";
  #isLive = false;

  constructor(element: HTMLElement, create: CreateMarkdown) {
    this.#element = element;
    this.#create = create;
  }

  show(text: string, isLive: boolean): void {
    if (this.#isLive && text.startsWith(this.#shown)) {
      this.append(text.slice(this.#shown.length));
    } else if (isLive || text !== this.#shown) {
      this.#begin(text);
    }
    if (!isLive && this.#isLive) {
      this.#stream?.finish();
    }
    this.#isLive = isLive;
  }

  append(text: string): void {
    if (this.#isLive && text !== "") {
      this.#stream?.append(text);
      this.#shown += text;
    }
  }

  dispose(): void {
    this.#stream?.dispose();
  }

  #begin(text: string): void {
    this.#stream?.dispose();
    this.#element.replaceChildren();
    this.#stream = this.#create(this.#element);
    this.#stream.append(text);
    this.#shown = text;
    this.#isLive = true;
  }
}
