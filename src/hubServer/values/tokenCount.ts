import { TextWeight } from "../../shared/text/tokenEstimate.ts";

/** Characters per token of the plainest English; other texts may be underestimated. */
const mostCharactersPerToken = 4;

export interface TextCount {
  readonly weight: number;
  readonly characters: number;
}

/** Counts tokens, at least a quarter of the characters. */
export class TokenCount {
  readonly #weight = new TextWeight();
  #characters = 0;
  #weightElsewhere = 0;

  add(text: string): void {
    this.#characters += text.length;
    this.#weight.add(text);
  }

  addCounted({ weight, characters }: TextCount): void {
    this.#characters += characters;
    this.#weightElsewhere += weight;
  }

  get counted(): TextCount {
    return { weight: this.#weight.value + this.#weightElsewhere, characters: this.#characters };
  }

  get characters(): number {
    return this.#characters;
  }

  get tokens(): number {
    return Math.ceil(this.#tokens);
  }

  isBelow(tokens: number): boolean {
    return this.#tokens < tokens;
  }

  get #tokens(): number {
    const { weight, characters } = this.counted;
    return Math.max(weight, characters / mostCharactersPerToken);
  }
}
