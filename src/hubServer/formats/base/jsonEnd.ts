/** Finds the end of a JSON object that arrives in chunks, without parsing it. */
export class JsonEnd {
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #hasBegun = false;

  get isComplete(): boolean {
    return this.#hasBegun && this.#depth === 0;
  }

  add(text: string): void {
    for (const character of text) {
      if (this.#isInString) {
        this.#addToString(character);
      } else if (character === '"') {
        this.#isInString = true;
      } else if (character === "{" || character === "[") {
        this.#hasBegun = true;
        this.#depth += 1;
      } else if (character === "}" || character === "]") {
        this.#depth -= 1;
      }
    }
  }

  #addToString(character: string): void {
    if (this.#isEscaped) {
      this.#isEscaped = false;
    } else if (character === "\\") {
      this.#isEscaped = true;
    } else if (character === '"') {
      this.#isInString = false;
    }
  }
}
