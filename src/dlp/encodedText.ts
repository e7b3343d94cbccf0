import { base64Form } from "./base64Form.ts";
import { beginsLikeText, type BytesText, textOf } from "./bytesText.ts";
import { type EncodedForm, noDigit } from "./encodedForm.ts";
import { hexForm } from "./hexForm.ts";

/** A part of a text that has another text in it, written as its bytes. */
export interface EncodedText extends BytesText {
  readonly start: number;
  readonly end: number;
  readonly form: EncodedForm;
}

/** Levels of encoded texts within each other; deeper levels are not scanned. */
export const maxEncodings = 3;

/** Characters at the beginning of joined lines that tell whether they are text together. */
const firstLines = 256;

/** Line breaks as they are, and as JSON writes them. */
export const lineBreaks = ["\r\n", "\n", String.raw`\r\n`, String.raw`\n`];

/**
 * The parts in base64 (standard or URL-safe) or hexadecimal, also in lines, that contain text; no binary data. In order.
 * They overlap only where a digit in front of hexadecimal may belong to it or not, and it is text either way. Linear.
 */
export function encodedTextsIn(text: string): readonly EncodedText[] {
  const hex = new EncodedScan(text, hexForm);
  const base64 = new EncodedScan(text, base64Form);
  // Hexadecimal digits are digits of base64, too: nowhere else can there be enough of them.
  base64.scan(0, text.length, (start, end) => hex.scan(start, end));
  return hex.found.length === 0 ? base64.found : withoutOverlap(hex.found, base64.found);
}

/** The text for which all of `encoded` stands; undefined for binary data, as of an image, and for all else. Linear. */
export function wholeTextIn(encoded: string): string | undefined {
  if (encoded.length < base64Form.minLength || !beginsLikeText(encoded, 0, base64Form)) {
    return undefined;
  }
  const [first] = encodedTextsIn(encoded);
  return first?.start === 0 && encoded.slice(first.end).trim() === "" ? first.text : undefined;
}

/** What is text in hexadecimal is meant so, even if it is text in base64, too. */
function withoutOverlap(
  inHex: readonly EncodedText[],
  inBase64: readonly EncodedText[],
): readonly EncodedText[] {
  let next = 0;
  const apart = inBase64.filter(({ start, end }) => {
    while ((inHex[next]?.end ?? Infinity) <= start) {
      next += 1;
    }
    return (inHex[next]?.start ?? Infinity) >= end;
  });
  return [...inHex, ...apart].toSorted((one, other) => one.start - other.start);
}

/** One pass over a text for the parts of one form. */
class EncodedScan {
  readonly found: EncodedText[] = [];
  readonly #text: string;
  readonly #form: EncodedForm;
  readonly #digits: Uint8Array;
  #free = 0;
  #joinedUntil = 0;

  constructor(text: string, form: EncodedForm) {
    this.#text = text;
    this.#form = form;
    this.#digits = form.digits;
  }

  /** Adds the parts between two places; call it from the front to the back. `onDigits` gets all that is long enough. */
  scan(from: number, to: number, onDigits?: (start: number, end: number) => void): void {
    const { minLength } = this.#form;
    // A part of at least that length has a character at one of these places, so only they are looked at.
    for (let at = Math.max(from, this.#free) + minLength - 1; at < to; at += minLength) {
      if (!this.#isDigit(at) || !this.#hasHalfBeside(at)) {
        continue;
      }
      const start = this.#startOfDigits(at, this.#free);
      const last = this.#endOfDigits(at);
      if (last - start < minLength) {
        continue;
      }
      onDigits?.(start, last);
      this.#free = this.#add(start, last);
      // The next part may begin at its end, right after this one's padding.
      at = this.#free - 1;
    }
  }

  /** Adds what is text between two places, also behind stray digits, and returns its end. */
  #add(start: number, last: number): number {
    const { minLength, maxStrayDigits } = this.#form;
    const mayJoin = start >= this.#joinedUntil;
    let free = last;
    for (let from = start; from <= start + maxStrayDigits && last - from >= minLength; from += 1) {
      const { end, linesEnd, decoded } = this.#decode(from, last, mayJoin);
      this.#joinedUntil = Math.max(this.#joinedUntil, linesEnd);
      free = Math.max(free, end);
      if (decoded) {
        this.found.push({ ...decoded, start: from, end, form: this.#form });
      }
    }
    return free;
  }

  /**
   * The text at `start`, alone or, if `mayJoin`, with the lines of the same length behind it, as in mail and in PEM
   * files (RFC 2045 §6.8): a value may begin in one line and end in the next. Undefined if it is no text.
   */
  #decode(
    start: number,
    last: number,
    mayJoin: boolean,
  ): { readonly end: number; readonly linesEnd: number; readonly decoded?: BytesText | undefined } {
    const [text, form] = [this.#text, this.#form];
    const end = this.#endOfPadding(last);
    const decoded = beginsLikeText(text, start, form)
      ? textOf(text.slice(start, end), form)
      : undefined;
    const lineBreak = lineBreaks.find((one) => text.startsWith(one, last));
    if (!decoded || !mayJoin || lineBreak === undefined) {
      return { end, linesEnd: end, decoded };
    }
    const [full, linesEnd] = this.#endsOfLines(start, last, lineBreak);
    // A shorter line behind the others may be a word.
    for (const stop of [linesEnd, full]) {
      const joined = stop > last ? this.#joined(start, stop, lineBreak) : undefined;
      if (joined?.encoding) {
        return { end: stop, linesEnd, decoded: joined };
      }
    }
    return { end, linesEnd, decoded };
  }

  #joined(start: number, stop: number, lineBreak: string): BytesText | undefined {
    const [text, form] = [this.#text, this.#form];
    const lines = (from: number, to: number): string =>
      text.slice(from, to).replaceAll(lineBreak, "");
    // A list of hashes may begin with one that looks like text; its first lines show that it is none.
    if (!textOf(lines(start, Math.min(stop, start + firstLines)), form)) {
      return undefined;
    }
    const whole = lines(start, stop);
    return whole.length % form.unit === 0 ? textOf(whole, form) : undefined;
  }

  /** The end of the last line with the length of the first, and of a shorter one behind it. */
  #endsOfLines(
    start: number,
    firstEnd: number,
    lineBreak: string,
  ): readonly [full: number, end: number] {
    const length = firstEnd - start;
    let full = firstEnd;
    for (;;) {
      const next = full + lineBreak.length;
      const last = this.#text.startsWith(lineBreak, full) ? this.#endOfDigits(next) : next;
      if (last - next !== length) {
        const isShorter = last > next && last - next < length;
        return [full, isShorter ? this.#endOfPadding(last) : full];
      }
      full = last;
    }
  }

  /** Most words fail here: a part of the least length has half of it in front of `at` or behind it. */
  #hasHalfBeside(at: number): boolean {
    const half = this.#form.minLength / 2;
    const quarter = half >> 1;
    return (
      (this.#isDigit(at + half) && this.#isDigit(at + quarter)) ||
      (this.#isDigit(at - half) && this.#isDigit(at - quarter))
    );
  }

  #startOfDigits(at: number, from: number): number {
    let start = at;
    while (start > from && this.#isDigit(start - 1)) {
      start -= 1;
    }
    return start;
  }

  #endOfDigits(at: number): number {
    let end = at;
    while (this.#isDigit(end)) {
      end += 1;
    }
    return end;
  }

  #endOfPadding(from: number): number {
    let at = from;
    while (at - from < this.#form.maxPadding && this.#text.charAt(at) === "=") {
      at += 1;
    }
    return at;
  }

  /** Also the backslash in front of a slash, where the form has slashes. */
  #isDigit(at: number): boolean {
    const code = this.#text.charCodeAt(at);
    return (
      code < this.#digits.length &&
      (this.#digits[code] !== noDigit ||
        (code === backslash && this.#form.hasSlash && this.#text.charCodeAt(at + 1) === slash))
    );
  }
}

const backslash = 0x5c;
const slash = 0x2f;
