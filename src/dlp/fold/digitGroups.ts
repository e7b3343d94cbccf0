const maxDigits = 19;
const maxSeparator = 5;

export class DigitGroups {
  readonly start: number;
  end: number;
  length: number;
  count = 1;
  readonly #text: string;
  readonly #firstLength: number;
  #digits: string | undefined;
  #shape: string | undefined;

  constructor(text: string, start: number, end: number) {
    this.#text = text;
    this.start = start;
    this.end = end;
    this.length = end - start;
    this.#firstLength = end - start;
  }

  get digits(): string {
    this.#digits ??= this.#readDigits();
    return this.#digits;
  }

  /** Group lengths and one character per separator, as `3.3.3-2`; `|` is a line or column break. */
  get shape(): string {
    this.#shape ??= this.#readShape();
    return this.#shape;
  }

  get isLoose(): boolean {
    const { shape } = this;
    return shape.includes(torn) || /^\d+\.\d+$/u.test(shape);
  }

  isAmongGroups(): boolean {
    return this.#nextGroup() >= 0 || endOfGroupBefore(this.#text, this.start) >= 0;
  }

  extend(): boolean {
    const next = this.#nextGroup();
    if (next < 0) {
      return false;
    }
    const end = endOfDigits(this.#text, next);
    if (this.length + end - next > maxDigits) {
      return false;
    }
    this.length += end - next;
    this.end = end;
    this.count += 1;
    this.#digits = undefined;
    this.#shape = undefined;
    return true;
  }

  isInRow(previousEnd: number): boolean {
    const next = this.#nextGroup();
    const before = endOfGroupBefore(this.#text, this.start);
    return (
      (next >= 0 && endOfDigits(this.#text, next) - next === this.#firstLength) ||
      (before >= 0 &&
        before !== previousEnd &&
        before - startOfDigits(this.#text, before, this.#firstLength + 1) === this.#firstLength)
    );
  }

  #readDigits(): string {
    let digits = "";
    for (let at = this.start; at < this.end; at += 1) {
      if (isDigit(this.#text.charCodeAt(at))) {
        digits += this.#text.charAt(at);
      }
    }
    return digits;
  }

  #readShape(): string {
    let shape = "";
    for (let at = this.start; at < this.end;) {
      const groupEnd = endOfDigits(this.#text, at);
      const next = endOfSeparator(this.#text, groupEnd);
      shape += String(groupEnd - at);
      shape += groupEnd < this.end ? separatorOf(this.#text, groupEnd, next) : "";
      at = next;
    }
    return shape;
  }

  #nextGroup(): number {
    const next = endOfSeparator(this.#text, this.end);
    return next > this.end && isDigit(this.#text.charCodeAt(next)) ? next : -1;
  }
}

export function endOfDigits(text: string, from: number): number {
  let at = from;
  while (isDigit(text.charCodeAt(at))) {
    at += 1;
  }
  return at;
}

export function endOfGroupBefore(text: string, start: number): number {
  let at = start;
  while (start - at < maxSeparator && isSeparator(text.charCodeAt(at - 1))) {
    at -= 1;
  }
  return at < start && isDigit(text.charCodeAt(at - 1)) ? at : -1;
}

function startOfDigits(text: string, end: number, most: number): number {
  let at = end;
  while (end - at < most && isDigit(text.charCodeAt(at - 1))) {
    at -= 1;
  }
  return at;
}

const backslash = 0x5c;

/** True directly behind `\n` and its kin, the notation of JSON and of code. */
export function isEscapedBreak(text: string, start: number): boolean {
  return text.charCodeAt(start - 2) === backslash && "nrtbf".includes(text.charAt(start - 1));
}

export function isWord(code: number): boolean {
  return (
    isDigit(code) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 0x5f
  );
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

export function isSeparator(code: number): boolean {
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
    case 0x5f: // _
      return true;
    default:
      return false;
  }
}

function endOfSeparator(text: string, from: number): number {
  let at = from;
  while (at - from < maxSeparator && isSeparator(text.charCodeAt(at))) {
    at += 1;
  }
  return at;
}

function separatorOf(text: string, start: number, end: number): string {
  if (end - start === 1 && text.charCodeAt(start) >= space) {
    return text.charAt(start);
  }
  const separator = text.slice(start, end);
  const signs = separator.replaceAll(/\s/gu, "");
  if (signs.startsWith(")")) {
    return ")";
  }
  if (separator.includes("\t") || /^\s*\n/u.test(separator)) {
    return torn;
  }
  if (signs === "") {
    return " ";
  }
  return signs.length === 1 ? signs : "~";
}

const space = 0x20;
const torn = "|";
