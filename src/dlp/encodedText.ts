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
    const { end, linesEnd, decoded } = encodedAt(text, start, last, start >= joinedUntil);
    joinedUntil = Math.max(joinedUntil, linesEnd);
    if (decoded) {
      found.push({ ...decoded, start, end });
    }
    free = end;
    // The next part may begin at `end`, right after this one's padding.
    at = end - 1;
  }
  return found;
}

/**
 * The base64 at `start`, alone or, if `mayJoin`, with the lines of the same length behind it, as in mail and in PEM files
 * (RFC 2045 §6.8): a value may begin in one line and end in the next. Undefined if it is no text.
 */
function encodedAt(
  text: string,
  start: number,
  last: number,
  mayJoin: boolean,
): { readonly end: number; readonly linesEnd: number; readonly decoded?: Base64Text | undefined } {
  const end = endOfPadding(text, last);
  const decoded = beginsLikeText(text, start) ? textOfBase64(text.slice(start, end)) : undefined;
  const lineBreak = lineBreaks.find((one) => text.startsWith(one, last));
  if (!decoded || !mayJoin || lineBreak === undefined) {
    return { end, linesEnd: end, decoded };
  }
  const [full, linesEnd] = endsOfLines(text, start, last, lineBreak);
  // A shorter line behind the others may be a word.
  for (const stop of [linesEnd, full]) {
    const lines = text.slice(start, stop).replaceAll(lineBreak, "");
    const joined = stop > last && lines.length % 4 === 0 ? textOfBase64(lines) : undefined;
    if (joined?.encoding) {
      return { end: stop, linesEnd, decoded: joined };
    }
  }
  return { end, linesEnd, decoded };
}

/** Line breaks as they are, and as JSON writes them. */
export const lineBreaks = ["\r\n", "\n", String.raw`\r\n`, String.raw`\n`];

/** The end of the last line with the length of the first, and of a shorter one behind it. */
function endsOfLines(
  text: string,
  start: number,
  firstEnd: number,
  lineBreak: string,
): readonly [full: number, end: number] {
  const length = firstEnd - start;
  let full = firstEnd;
  for (;;) {
    const next = full + lineBreak.length;
    const last = text.startsWith(lineBreak, full) ? endOfBase64(text, next) : next;
    if (last - next !== length) {
      const isShorter = last > next && last - next < length;
      return [full, isShorter ? endOfPadding(text, last) : full];
    }
    full = last;
  }
}

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
