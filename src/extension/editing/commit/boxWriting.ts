import { commitText } from "./commitPrompt.ts";

/** How many written values may still be echoed by the editor. */
const maxEchoes = 200;

/**
 * Streams an answer into an input box. The editor reports a written value back with a delay: a
 * value that was written a moment ago does not mean that the person types.
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

  /** Whether the whole answer was written and the person did not type. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  async write(answer: AsyncIterable<string>, signal: AbortSignal): Promise<void> {
    let text = "";
    for await (const delta of answer) {
      text += delta;
      // The person types in the box: keep their text and write nothing more.
      if (signal.aborted || !this.#isOurs) {
        return;
      }
      const message = commitText(text);
      this.#set(message === "" ? this.#before : message);
    }
    this.#isWhole = !signal.aborted && this.#isOurs;
  }

  /**
   * The final text of the box. Restores the earlier text if the answer is incomplete and the person
   * did not type.
   */
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
