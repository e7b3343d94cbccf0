import { closesFence, type OpenFence, openFence } from "../../shared/text/fences.ts";

/** The content of the first fenced block; text outside is never code. */
export class CodeStream {
  readonly #lines: string[] = [];
  #words = "";
  #open = "";
  #fence: OpenFence | undefined;
  #isClosed = false;

  get lines(): readonly string[] {
    return this.#lines;
  }

  get words(): string {
    return this.#fence === undefined ? this.#words.trim() : "";
  }

  append(text: string): void {
    const parts = (this.#open + text).split("\n");
    this.#open = parts.pop() ?? "";
    for (const part of parts) {
      this.#take(part.endsWith("\r") ? part.slice(0, -1) : part);
    }
  }

  /** Undefined if the answer has no code. */
  finish(): readonly string[] | undefined {
    if (this.#open !== "") {
      this.#take(this.#open);
      this.#open = "";
    }
    return this.#fence && this.#lines;
  }

  #take(line: string): void {
    if (this.#isClosed) {
      return;
    }
    if (this.#fence === undefined) {
      this.#words += `${line}\n`;
      this.#fence = openFence(line.trimStart());
      return;
    }
    const next = closesFence(this.#fence, line.trim());
    this.#isClosed = next === undefined;
    if (next) {
      this.#fence = next;
      this.#lines.push(line);
    }
  }
}
