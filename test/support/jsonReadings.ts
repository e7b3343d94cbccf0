/** The value that counts for a key that occurs twice: parsers differ. */
export type Reading = "first" | "last";

/**
 * A second JSON parser, by the grammar of RFC 8259 and for tests only. For a key that occurs twice
 * it takes the first or the last value, where JavaScript always takes the last.
 */
export function readJson(text: string, reading: Reading): unknown {
  const reader = new Reader(text, reading);
  const value = reader.value();
  reader.expectEnd();
  return value;
}

class Reader {
  readonly #text: string;
  readonly #reading: Reading;
  #at = 0;

  constructor(text: string, reading: Reading) {
    this.#text = text;
    this.#reading = reading;
  }

  value(): unknown {
    const token = this.#take(
      /\s*(?:[{[]|"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)\s*/suy,
    );
    switch (token[0]) {
      case "{":
        return this.#object();
      case "[":
        return this.#array();
      case '"':
        return unescaped(token);
      case "t":
      case "f":
        return token === "true";
      case "n":
        return null;
      default:
        return Number(token);
    }
  }

  expectEnd(): void {
    if (this.#at !== this.#text.length) {
      throw new SyntaxError("Something follows the value.");
    }
  }

  #object(): object {
    const entries: [string, unknown][] = [];
    while (!this.#ends("}", entries.length > 0)) {
      const key = unescaped(this.#take(/\s*"(?:[^"\\]|\\.)*"\s*/suy));
      this.#take(/:/uy);
      entries.push([key, this.value()]);
    }
    return Object.fromEntries(this.#reading === "last" ? entries : entries.toReversed());
  }

  #array(): readonly unknown[] {
    const items: unknown[] = [];
    while (!this.#ends("]", items.length > 0)) {
      items.push(this.value());
    }
    return items;
  }

  #ends(bracket: string, hasItems: boolean): boolean {
    const token = this.#text[this.#at];
    if (token === bracket) {
      this.#take(/[}\]]\s*/suy);
      return true;
    }
    if (hasItems) {
      this.#take(/,\s*/suy);
    }
    return false;
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text)?.[0];
    if (match === undefined) {
      throw new SyntaxError(`Unexpected at ${this.#at}.`);
    }
    this.#at += match.length;
    return match.trim();
  }
}

const escapes: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

function unescaped(written: string): string {
  return written
    .slice(1, -1)
    .replaceAll(/\\(?:u([0-9a-fA-F]{4})|(.))/gsu, (_, code: string | undefined, sign: string) =>
      code === undefined ? (escapes[sign] ?? sign) : String.fromCharCode(Number.parseInt(code, 16)),
    );
}
