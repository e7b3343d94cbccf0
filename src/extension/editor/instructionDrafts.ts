const maxDocuments = 100;

/** The unsent instructions of *Edit Selection* by document, until the window closes. */
export class InstructionDrafts {
  readonly #texts = new Map<string, string>();

  of(address: string): string {
    return this.#texts.get(address) ?? "";
  }

  set(address: string, text: string): void {
    this.#texts.delete(address);
    if (text.trim() !== "") {
      this.#texts.set(address, text);
    }
    const [oldest] = this.#texts.keys();
    if (this.#texts.size > maxDocuments && oldest !== undefined) {
      this.#texts.delete(oldest);
    }
  }
}
