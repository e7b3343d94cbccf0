import { createHighlighter, loadLanguage } from "./highlight/languages.ts";
import type { CodeLines } from "./view/codeLines.ts";

export class HighlightQueue {
  readonly #onWork: () => void;
  readonly #ready: CodeLines[] = [];
  #isDisposed = false;

  constructor(onWork: () => void) {
    this.#onWork = onWork;
  }

  get hasWork(): boolean {
    return this.#ready.length > 0;
  }

  /** Highlights lines, now or once the language is loaded. */
  add(language: string, lines: CodeLines): void {
    const loading = loadLanguage(language);
    if (loading === "loaded") {
      this.#start(language, lines);
    } else if (loading) {
      void loading.then(
        () => this.#startWaiting(language, lines),
        () => {},
      );
    }
  }

  highlightSome(): void {
    const lines = this.#ready[0];
    if (lines && !lines.highlightWaiting()) {
      this.#ready.shift();
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#ready.length = 0;
  }

  #start(language: string, lines: CodeLines): void {
    const highlighter = createHighlighter(language);
    if (highlighter) {
      lines.highlighter = highlighter;
    }
  }

  #startWaiting(language: string, lines: CodeLines): void {
    if (this.#isDisposed) {
      return;
    }
    this.#start(language, lines);
    this.#ready.push(lines);
    this.#onWork();
  }
}
