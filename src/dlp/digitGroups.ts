const maxDigits = 19;
const maxSeparator = 5;

/** Up to 19 digits from one place on, in groups with short separators between them. */
export class DigitGroups {
  readonly start: number;
  /** All digits, without separators. */
  digits: string;
  /** Lengths of the groups with one character for each separator, such as `3.3.3-2`. */
  shape: string;
  end: number;
  readonly #text: string;
  /** The separator of the last two groups, as it is in `shape`. */
  #separator = "";

  constructor(text: string, start: number, end: number) {
    this.#text = text;
    this.start = start;
    this.end = end;
    this.digits = text.slice(start, end);
    this.shape = String(end - start);
  }

  /** Takes the next group in; false if there is none or it would be too much. */
  extend(): boolean {
    const next = this.#nextGroup();
    if (next < 0) {
      return false;
    }
    const end = endOfDigits(this.#text, next);
    if (this.digits.length + end - next > maxDigits || isWord(this.#text.charCodeAt(end))) {
      return false;
    }
    this.#separator = separatorOf(this.#text.slice(this.end, next));
    this.digits += this.#text.slice(next, end);
    this.shape += this.#separator + String(end - next);
    this.end = end;
    return true;
  }

  /** Whether another group follows after the same kind of separator: the digits are part of a longer row. */
  isContinued(): boolean {
    const next = this.#nextGroup();
    return (
      next >= 0 &&
      this.#separator !== "" &&
      separatorOf(this.#text.slice(this.end, next)) === this.#separator
    );
  }

  #nextGroup(): number {
    let at = this.end;
    const limit = Math.min(this.#text.length, at + maxSeparator);
    while (at < limit && isSeparator(this.#text.charCodeAt(at))) {
      at += 1;
    }
    return at > this.end && isDigit(this.#text.charCodeAt(at)) ? at : -1;
  }
}

export function endOfDigits(text: string, from: number): number {
  let at = from;
  while (isDigit(text.charCodeAt(at))) {
    at += 1;
  }
  return at;
}

/** ASCII letter, digit or underscore. */
export function isWord(code: number): boolean {
  return (
    isDigit(code) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 0x5f
  );
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isSeparator(code: number): boolean {
  switch (code) {
    case 0x20: // space
    case 0x09: // tab
    case 0x0a: // line feed
    case 0x0d: // carriage return
    case 0x28: // (
    case 0x29: // )
    case 0x2d: // -
    case 0x2e: // .
    case 0x2f: // /
      return true;
    default:
      return false;
  }
}

/** Its one sign without spaces; a line break alone and several signs are `~`, but a closing bracket wins. */
function separatorOf(text: string): string {
  const signs = text.replaceAll(/\s/gu, "");
  if (signs === "") {
    return text.includes("\n") || text.includes("\t") ? "~" : " ";
  }
  return signs.length === 1 ? signs : signs.startsWith(")") ? ")" : "~";
}
