import { TextWeight } from "../../shared/tokenEstimate.ts";

/** English at its plainest has fewer characters in a token; some texts weigh less than they are. */
const mostCharactersPerToken = 4;

/** Tokens of a text that comes in pieces, by its scripts; never fewer than a quarter of its characters. */
export class TokenCount {
  readonly #weight = new TextWeight();
  #characters = 0;

  add(text: string): void {
    this.#characters += text.length;
    this.#weight.add(text);
  }

  get characters(): number {
    return this.#characters;
  }

  /** Whole tokens. */
  get tokens(): number {
    return Math.ceil(this.#tokens);
  }

  isBelow(tokens: number): boolean {
    return this.#tokens < tokens;
  }

  get #tokens(): number {
    return Math.max(this.#weight.value, this.#characters / mostCharactersPerToken);
  }
}
