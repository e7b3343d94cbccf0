const maxLength = 16_000;
const ofToken = /[\w.~+/=%-]/u;
const ofKey = /[A-Za-z0-9+/=:,\s]/u;
const keyEnd = /^-----END [A-Z0-9 ]{1,60}-----/u;
const maxKeyEnd = 75;
const keyStart = /-----BEGIN |PuTTY-User-Key-File-/u;

/** A signed token that is longer than the text that waits: its first two parts. */
const signedToken = /(?<![\w-])eyJ[\w-]{12,}(?:\.[\w-]*){0,2}$/u;

/** The place from which an unbroken word may be a signed token. */
export function startOfSignedToken(text: string): number {
  return text.search(signedToken);
}

/** The rest of a secret whose mask is already sent: it is dropped as it comes, so that it needs not wait. */
export class LongSecret {
  readonly #isKey: boolean;
  #left = maxLength;
  isOver = false;

  constructor(begin: string) {
    this.#isKey = keyStart.test(begin);
  }

  /** The end of what belongs to the secret in `text` from `start` to `end`. */
  skip(text: string, start: number, end: number): number {
    let at = start;
    while (at < end && !this.isOver) {
      const length = this.#lengthAt(text, at, end);
      if (length === undefined) {
        return at;
      }
      at += length;
      this.#left -= length;
      this.isOver ||= length === 0 || this.#left <= 0;
    }
    return at;
  }

  /** Undefined if more text decides. */
  #lengthAt(text: string, at: number, end: number): number | undefined {
    const character = text.charAt(at);
    if (!this.#isKey) {
      return ofToken.test(character) ? 1 : 0;
    }
    if (character === "\\") {
      const next = text.charAt(at + 1);
      return at + 1 >= end ? undefined : "rn\\".includes(next) ? 2 : 0;
    }
    if (character !== "-") {
      return ofKey.test(character) ? 1 : 0;
    }
    const close = keyEnd.exec(text.slice(at, Math.min(end, at + maxKeyEnd)))?.[0];
    this.isOver = close !== undefined;
    return close?.length ?? (end - at < maxKeyEnd ? undefined : 0);
  }
}
