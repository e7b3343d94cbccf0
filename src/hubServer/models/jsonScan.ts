import { endOfString } from "../formats/base/jsonText.ts";

export interface JsonFacts {
  readonly isTooDeep: boolean;
  /** True for a repeated key: parsers differ in which value they use. */
  readonly hasRepeatedKey: boolean;
  readonly inexactNumbers: readonly string[];
  readonly hasMoreInexactNumbers: boolean;
}

const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** The most digits of a number that is exact in 64 bits. */
const exactLength = 15;

/** Each number is inspected separately. */
export const maxInexactNumbers = 10_000;

const nothingKnown: JsonFacts = {
  isTooDeep: false,
  hasRepeatedKey: false,
  inexactNumbers: [],
  hasMoreInexactNumbers: false,
};

/** Scans JSON without recursion or slow patterns; the result may be wrong for invalid JSON. */
export function scanJson(text: string, maxDepth: number): JsonFacts {
  return new JsonScan(text, maxDepth).run();
}

export function hasRepeatedKey(text: string): boolean {
  return scanJson(text, Infinity).hasRepeatedKey;
}

class JsonScan {
  readonly #text: string;
  readonly #maxDepth: number;
  readonly #numbers: string[] = [];
  /** Keys of each open object; undefined for an array. */
  readonly #open: (Keys | undefined)[] = [];
  #isKeyNext = false;
  #hasRepeatedKey = false;
  #hasMoreNumbers = false;

  constructor(text: string, maxDepth: number) {
    this.#text = text;
    this.#maxDepth = maxDepth;
  }

  run(): JsonFacts {
    const text = this.#text;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === quote) {
        at = this.#string(at);
      } else if (isNumberStart(code)) {
        at = this.#number(at);
      } else if (!this.#structure(code)) {
        return { ...nothingKnown, isTooDeep: true };
      }
    }
    return {
      isTooDeep: false,
      hasRepeatedKey: this.#hasRepeatedKey,
      inexactNumbers: this.#numbers,
      hasMoreInexactNumbers: this.#hasMoreNumbers,
    };
  }

  #structure(code: number): boolean {
    switch (code) {
      case openBrace:
      case openBracket:
        this.#isKeyNext = code === openBrace;
        this.#open.push(code === openBrace ? new Keys() : undefined);
        return this.#open.length <= this.#maxDepth;
      case closeBrace:
      case closeBracket:
        this.#open.pop();
        this.#isKeyNext = false;
        return true;
      case comma:
        this.#isKeyNext = this.#open.at(-1) !== undefined;
        return true;
      default:
        return true;
    }
  }

  #string(start: number): number {
    const end = endOfString(this.#text, start);
    if (this.#isKeyNext) {
      this.#isKeyNext = false;
      const key = keyOf(this.#text.slice(start, end + 1));
      this.#hasRepeatedKey ||= this.#open.at(-1)?.add(key) === false;
    }
    return end;
  }

  #number(start: number): number {
    let end = start + 1;
    while (isNumberPart(this.#text.charCodeAt(end))) {
      end += 1;
    }
    if (end - start > exactLength && !this.#hasMoreNumbers) {
      const written = this.#text.slice(start, end);
      if (String(Number(written)) === written) {
        return end - 1;
      }
      if (this.#numbers.length < maxInexactNumbers) {
        this.#numbers.push(written);
      } else {
        this.#hasMoreNumbers = true;
      }
    }
    return end - 1;
  }
}

/** Faster than a set for few keys. */
class Keys {
  readonly #few: string[] = [];
  #many: Set<string> | undefined;

  add(key: string): boolean {
    if (this.#many ? this.#many.has(key) : this.#few.includes(key)) {
      return false;
    }
    if (this.#few.length < 8) {
      this.#few.push(key);
      return true;
    }
    this.#many ??= new Set(this.#few);
    this.#many.add(key);
    return true;
  }
}

function keyOf(written: string): string {
  const plain = written.slice(1, -1);
  if (!plain.includes("\\")) {
    return plain;
  }
  try {
    const key: unknown = JSON.parse(written);
    return typeof key === "string" ? key : plain;
  } catch {
    // Invalid JSON: its parser reports it.
    return plain;
  }
}

function isNumberStart(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || code === 0x2d;
}

function isNumberPart(code: number): boolean {
  return isNumberStart(code) || code === 0x2e || code === 0x2b || code === 0x65 || code === 0x45;
}
