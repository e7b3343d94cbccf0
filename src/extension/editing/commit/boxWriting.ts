import { commitText } from "./commitPrompt.ts";

/** How many values may be on their way to the editor and back. */
const maxEchoes = 200;

/**
 * An answer as it goes into an input box. The editor tells back what was set, with a delay: a value that was set a
 * moment ago is no sign that somebody types.
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

  /** Whether everything came and nobody else wrote. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  async write(answer: AsyncIterable<string>, signal: AbortSignal): Promise<void> {
    let text = "";
    for await (const delta of answer) {
      text += delta;
      // The person types there: that is theirs, and nothing more is written.
      if (signal.aborted || !this.#isOurs) {
        return;
      }
      const message = commitText(text);
      this.#set(message === "" ? this.#before : message);
    }
    this.#isWhole = !signal.aborted && this.#isOurs;
  }

  /** What stands in the box now: what was there before if the answer is not whole and nobody else wrote. */
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
