import { base64Form } from "./base64Form.ts";
import { beginsLikeText, type BytesText, textOf } from "./bytesText.ts";
import { type EncodedForm, noDigit } from "./encodedForm.ts";
import { hexForm } from "./hexForm.ts";

export interface EncodedText extends BytesText {
  readonly start: number;
  readonly end: number;
  readonly form: EncodedForm;
}

export const maxEncodings = 3;

const firstLines = 256;

export const lineBreaks = ["\r\n", "\n", String.raw`\r\n`, String.raw`\n`];

/**
 * Parts in base64 or hexadecimal that contain text, in order. They overlap only where a digit before hexadecimal may
 * belong to it. Linear.
 */
export function encodedTextsIn(text: string): readonly EncodedText[] {
  const hex = new EncodedScan(text, hexForm);
  const base64 = new EncodedScan(text, base64Form);
  // Hexadecimal digits are also base64 digits: hexadecimal is only searched there.
  base64.scan(0, text.length, (start, end) => hex.scan(start, end));
  return hex.found.length === 0 ? base64.found : withoutOverlap(hex.found, base64.found);
}

export function wholeTextIn(encoded: string): string | undefined {
  if (encoded.length < base64Form.minLength || !beginsLikeText(encoded, 0, base64Form)) {
    return undefined;
  }
  const [first] = encodedTextsIn(encoded);
  return first?.start === 0 && encoded.slice(first.end).trim() === "" ? first.text : undefined;
}

/** Hexadecimal wins if a part is text in both forms. */
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

  scan(from: number, to: number, onDigits?: (start: number, end: number) => void): void {
    const { minLength } = this.#form;
    // A part of this length has a digit at one of these places.
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
      // The next part may begin directly after the padding.
      at = this.#free - 1;
    }
  }

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
   * With `mayJoin`, joins following lines of the same length, as in mail and PEM files (RFC 2045 §6.8): a value may
   * span two lines.
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
    // A shorter last line may be a word.
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
    // A list of hashes may begin with a hash that looks like text; its first lines reject it.
    if (!textOf(lines(start, Math.min(stop, start + firstLines)), form)) {
      return undefined;
    }
    const whole = lines(start, stop);
    return whole.length % form.unit === 0 ? textOf(whole, form) : undefined;
  }

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

  /** A cheap check that rejects most words: half of a minimal encoded part must be directly before or after `at`. */
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
