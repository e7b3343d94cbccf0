import { type Base64Text, beginsLikeText, textOfBase64 } from "./base64Text.ts";

/** A part of a text that is base64 of another text. */
export interface EncodedText extends Base64Text {
  readonly start: number;
  readonly end: number;
}

/** Shorter parts are words. The shortest CPF has 11 characters, so 16 in base64. */
const minLength = 16;

/** The parts in base64, standard or URL-safe, also in lines, that contain text; no binary data. Linear. */
export function encodedTextsIn(text: string): readonly EncodedText[] {
  const found: EncodedText[] = [];
  let free = 0;
  let joinedUntil = 0;
  // A part of at least that length has a character at one of these places, so only they are looked at.
  for (let at = minLength - 1; at < text.length; at += minLength) {
    if (!isBase64(text, at)) {
      continue;
    }
    const start = startOfBase64(text, at, free);
    const last = endOfBase64(text, at);
    if (last - start < minLength) {
      continue;
    }
    const { end, linesEnd, encoded } = encodedAt(text, [start, last], start >= joinedUntil);
    joinedUntil = Math.max(joinedUntil, linesEnd);
    if (encoded) {
      found.push({ ...encoded, start, end });
    }
    free = end;
    // The next part may begin at `end`, right after this one's padding.
    at = end - 1;
  }
  return found;
}

interface Decoded {
  readonly end: number;
  /** The end of the lines that were tried together. */
  readonly linesEnd: number;
  readonly encoded: Base64Text | undefined;
}

function encodedAt(
  text: string,
  [start, last]: readonly [start: number, last: number],
  mayJoin: boolean,
): Decoded {
  const end = endOfPadding(text, last);
  const line = beginsLikeText(text, start) ? textOfBase64(text.slice(start, end)) : undefined;
  if (!line || !mayJoin) {
    return { end, linesEnd: end, encoded: line };
  }
  const lines = new EncodedLines(text, start, last);
  const joined = lines.decode();
  return { end: joined?.end ?? end, linesEnd: lines.end, encoded: joined ?? line };
}

/**
 * Base64 in lines of one length, as in mail and in PEM files (RFC 2045 §6.8): a value may begin in one line and end in the
 * next. The line breaks may be written as in JSON.
 */
class EncodedLines {
  readonly #text: string;
  readonly #start: number;
  readonly #length: number;
  readonly #lineBreak: string;
  /** The end of the last line of the whole length, and of a shorter one behind it. */
  readonly #fullEnd: number;
  readonly end: number;

  constructor(text: string, start: number, firstEnd: number) {
    this.#text = text;
    this.#start = start;
    this.#length = firstEnd - start;
    this.#lineBreak =
      this.#length % 4 === 0
        ? (lineBreaks.find((lineBreak) => text.startsWith(lineBreak, firstEnd)) ?? "")
        : "";
    this.#fullEnd = this.#endOfFullLines(firstEnd);
    this.end = this.#endOfShorterLine();
  }

  #endOfFullLines(firstEnd: number): number {
    let end = firstEnd;
    for (;;) {
      const last = this.#endOfNextLine(end);
      if (last - end !== this.#lineBreak.length + this.#length) {
        return end;
      }
      end = last;
    }
  }

  #endOfShorterLine(): number {
    const last = this.#endOfNextLine(this.#fullEnd);
    const length = last - this.#fullEnd - this.#lineBreak.length;
    return length > 0 && length < this.#length ? endOfPadding(this.#text, last) : this.#fullEnd;
  }

  /** `end` itself where no further line follows. */
  #endOfNextLine(end: number): number {
    const hasNext = this.#lineBreak !== "" && this.#text.startsWith(this.#lineBreak, end);
    return hasNext ? endOfBase64(this.#text, end + this.#lineBreak.length) : end;
  }

  /** Undefined if the lines together are no base64 of text; a shorter line behind them may be a word. */
  decode(): Omit<EncodedText, "start"> | undefined {
    return this.#decodeUntil(this.end) ?? this.#decodeUntil(this.#fullEnd);
  }

  #decodeUntil(end: number): Omit<EncodedText, "start"> | undefined {
    if (end - this.#start <= this.#length) {
      return undefined;
    }
    const lines = this.#text.slice(this.#start, end).replaceAll(this.#lineBreak, "");
    const { text, encode } = (lines.length % 4 === 0 ? textOfBase64(lines) : undefined) ?? {};
    return text !== undefined && encode
      ? { end, text, encode: (changed) => this.#inLines(encode(changed)) }
      : undefined;
  }

  #inLines(base64: string): string {
    const lines: string[] = [];
    for (let at = 0; at < base64.length; at += this.#length) {
      lines.push(base64.slice(at, at + this.#length));
    }
    return lines.join(this.#lineBreak);
  }
}

const lineBreaks = ["\n", "\r\n", String.raw`\n`, String.raw`\r\n`];

function startOfBase64(text: string, at: number, from: number): number {
  let start = at;
  while (start > from && isBase64(text, start - 1)) {
    start -= 1;
  }
  return start;
}

function endOfBase64(text: string, at: number): number {
  let end = at;
  while (isBase64(text, end)) {
    end += 1;
  }
  return end;
}

function endOfPadding(text: string, from: number): number {
  let at = from;
  while (at - from < 2 && text.charAt(at) === "=") {
    at += 1;
  }
  return at;
}

/** Also the backslash in front of a slash, as JSON may write it. */
function isBase64(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return alphabet[code] === 1 || (code === backslash && text.charCodeAt(at + 1) === slash);
}

const backslash = 0x5c;
const slash = 0x2f;

/** The characters of both alphabets. */
const alphabet = new Uint8Array(128);
for (const range of ["AZ", "az", "/9", "++", "--", "__"]) {
  alphabet.fill(1, range.charCodeAt(0), range.charCodeAt(1) + 1);
}
