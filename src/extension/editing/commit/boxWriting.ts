import { commitText } from "./commitPrompt.ts";

/** Written values that the editor may still echo. */
const maxEchoes = 200;

/**
 * Streams an answer into an input box. The editor echoes written values with a delay: an echo of a recent value is not
 * typing.
 */
export class BoxWriting {
  readonly #box: { value: string };
  readonly #before: string;
  #ours: readonly string[];
  #isWhole = false;

  constructor(box: { value: string }) {
    this.#box = box;
    this.#before = box.value;
    this.#ours = [box.value];
  }

  get isWhole(): boolean {
    return this.#isWhole;
  }

  async write(answer: AsyncIterable<string>, signal: AbortSignal): Promise<void> {
    let text = "";
    for await (const delta of answer) {
      text += delta;
      // The person types: keep their text and stop writing.
      if (signal.aborted || !this.#isOurs) {
        return;
      }
      const message = commitText(text);
      this.#set(message === "" ? this.#before : message);
    }
    this.#isWhole = !signal.aborted && this.#isOurs;
  }

  /** Returns the box's final text. Restores the earlier text after an incomplete answer, unless the person typed. */
  end(): string {
    if (!this.#isOurs) {
      return this.#box.value;
    }
    if (!this.#isWhole) {
      this.#set(this.#before);
    }
    return this.#ours.at(-1) ?? this.#before;
  }

  get #isOurs(): boolean {
    return this.#ours.includes(this.#box.value);
  }

  #set(value: string): void {
    this.#ours = [...this.#ours, value].slice(-maxEchoes);
    this.#box.value = value;
  }
}
