import type { FoundKind } from "../../shared/guarded/sensitiveKinds.ts";
import { maskOf } from "../../shared/guarded/sensitiveKinds.ts";

/** Follows JSON as it passes, so that a mask keeps it valid. */
export class JsonMask {
  #isInString = false;
  #isEscaped = false;

  pass(text: string): void {
    for (const character of text) {
      if (this.#isEscaped) {
        this.#isEscaped = false;
      } else if (this.#isInString && character === "\\") {
        this.#isEscaped = true;
      } else if (character === '"') {
        this.#isInString = !this.#isInString;
      }
    }
  }

  /** The replacement of a value that is next in the text. */
  maskOf(kind: FoundKind, value: string, { before, after }: Around): string {
    const isInString = this.#isInString;
    const hasQuote = /(?:^|[^\\])(?:\\\\)*"/u.test(value);
    if (hasQuote || (!isInString && /[[\]{}:]/u.test(value))) {
      return this.#hidden(value);
    }
    if (!isInString) {
      return JSON.stringify(maskOf(kind));
    }
    // A bare number in JSON that is itself written as a string.
    const quote = /(\\+")\s{0,4}:\s{0,4}$/u.exec(before)?.[1];
    return quote !== undefined && /^\s*[,}\]\\]/u.test(after)
      ? quote + maskOf(kind) + quote
      : maskOf(kind);
  }

  /** True if a sign or a digit right before a bare number belongs to it. */
  get isBare(): boolean {
    return !this.#isInString;
  }

  /** Hides the characters one by one where a value spans several strings. */
  #hidden(value: string): string {
    let isInString = this.#isInString;
    const parts = value.match(/\\u[\da-fA-F]{4}|\\.|"|[\p{L}\p{N}]+|[^"\\]/gsu) ?? [];
    return parts
      .map((part) => {
        if (part === '"') {
          isInString = !isInString;
          return part;
        }
        if (!isInString) {
          return /^\d/u.test(part) ? "0" : part;
        }
        return part.startsWith("\\")
          ? part.replace(/^\\u.{4}$/u, "*")
          : part.replaceAll(/[\p{L}\p{N}]/gu, "*");
      })
      .join("");
  }
}

interface Around {
  readonly before: string;
  readonly after: string;
}

const undecided = /^\s*[[{]?\s*$/u;
const opening = /^\s*(?:\{\s*["}]|\[\s*[[{"])/u;

/** Reports whether a text begins like JSON; undefined if more text decides. */
export function beginsLikeJson(text: string): boolean | undefined {
  return undecided.test(text) && text.length < 64 ? undefined : opening.test(text);
}
