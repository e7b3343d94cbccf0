/** A part of a text that is base64 of another text. */
export interface EncodedText {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Base64 of a changed text, same alphabet and padding; undefined if not all bytes were UTF-8. */
  readonly encode: ((text: string) => string) | undefined;
}

/** Shorter parts are words. The shortest CPF has 11 characters, so 16 in base64. */
const minLength = 16;
/** Number of bytes that are checked to tell text from an image or a sound. */
const probeLength = 48;

/** The parts in base64, standard or URL-safe, also in lines, that contain text; no binary data. Linear. */
export function encodedTextsIn(text: string): readonly EncodedText[] {
  const found: EncodedText[] = [];
  let free = 0;
  let joinedUntil = 0;
  // A part of at least that length has a character at one of these places, so only they are looked at.
  for (let at = minLength - 1; at < text.length; at += minLength) {
    if (!isBase64(text.charCodeAt(at))) {
      continue;
    }
    const start = startOfBase64(text, at, free);
    const last = endOfBase64(text, at);
    if (last - start < minLength) {
      continue;
    }
    const lines = start < joinedUntil ? undefined : new EncodedLines(text, start, last);
    joinedUntil = lines?.end ?? joinedUntil;
    const joined = lines?.decode();
    const end = joined?.end ?? endOfPadding(text, last);
    const encoded = joined ?? decode(text.slice(start, end));
    if (encoded) {
      found.push({ ...encoded, start, end });
    }
    free = end;
    // The next part may begin at `end`, right after this one's padding.
    at = end - 1;
  }
  return found;
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
      this.#length % 4 === 0 && beginsLikeText(text.slice(start, firstEnd))
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
    const { text, encode } = (lines.length % 4 === 0 ? decode(lines) : undefined) ?? {};
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
  while (start > from && isBase64(text.charCodeAt(start - 1))) {
    start -= 1;
  }
  return start;
}

function endOfBase64(text: string, at: number): number {
  let end = at;
  while (isBase64(text.charCodeAt(end))) {
    end += 1;
  }
  return end;
}

function decode(base64: string): Pick<EncodedText, "text" | "encode"> | undefined {
  if (!beginsLikeText(base64)) {
    return undefined;
  }
  const probe = bytesOf(base64.slice(0, (probeLength / 3) * 4));
  if (!probe || !looksLikeText(probe)) {
    return undefined;
  }
  const bytes = bytesOf(base64);
  if (!bytes) {
    return undefined;
  }
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  return {
    text,
    encode: text.includes("\uFFFD") ? undefined : (changed) => encodeLike(base64, changed),
  };
}

/**
 * Whether the first six bytes can be UTF-8 text. Nearly all words and names that are not base64
 * fail here, before the decoding.
 */
function beginsLikeText(base64: string): boolean {
  let expected = 0;
  for (let at = 0; at < 6; at += 1) {
    const byte = byteAt(base64, at);
    const isContinuation = byte >= 0x80 && byte < 0xc0;
    if (isContinuation !== expected > 0 || isControl(byte)) {
      return false;
    }
    expected = isContinuation ? expected - 1 : continuationsAfter(byte);
  }
  return true;
}

function byteAt(base64: string, at: number): number {
  const first = Math.floor((at * 4) / 3);
  const shift = (at % 3) * 2 + 2;
  const high = sextetOf(base64.charCodeAt(first));
  const low = sextetOf(base64.charCodeAt(first + 1));
  return ((high << shift) | (low >> (6 - shift))) & 0xff;
}

function continuationsAfter(lead: number): number {
  if (lead < 0xc0) {
    return 0;
  }
  if (lead >= 0xf0) {
    return 3;
  }
  return lead >= 0xe0 ? 2 : 1;
}

/** A control character except tab, line breaks and escape, or a byte that UTF-8 never has. */
function isControl(byte: number): boolean {
  return (byte < 0x20 && !controlsOfText.includes(byte)) || byte === 0x7f || byte > 0xf4;
}

const controlsOfText = [0x09, 0x0a, 0x0d, 0x1b];

function sextetOf(code: number): number {
  if (code >= 97) {
    return code - 71;
  }
  if (code >= 65) {
    return code === 0x5f ? 63 : code - 65;
  }
  if (code >= 48) {
    return code + 4;
  }
  return code === 0x2f ? 63 : 62;
}

function bytesOf(base64: string): Uint8Array | undefined {
  const unpadded = base64.replace(/={1,2}$/u, "");
  // A remainder of one character is less than a byte: the probe cut it, or it is not base64.
  const whole = unpadded.length % 4 === 1 ? unpadded.slice(0, -1) : unpadded;
  try {
    const binary = atob(whole.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    // Not base64 after all: the text is scanned as it is.
    return undefined;
  }
}

/** No control characters, and at most one broken character, at the cut. */
function looksLikeText(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes);
  // oxlint-disable-next-line no-control-regex -- control characters are what tells binary data
  return !/[\u0000-\u0008\u000E-\u001A\u001C-\u001F\u007F]|\uFFFD./su.test(text);
}

function encodeLike(original: string, text: string): string {
  let binary = "";
  for (const byte of new TextEncoder().encode(text)) {
    binary += String.fromCharCode(byte);
  }
  const base64 = btoa(binary);
  const inAlphabet = /[-_]/u.test(original)
    ? base64.replaceAll("+", "-").replaceAll("/", "_")
    : base64;
  return original.endsWith("=") || original.length % 4 === 0
    ? inAlphabet
    : inAlphabet.replace(/=+$/u, "");
}

function endOfPadding(text: string, from: number): number {
  let at = from;
  while (at - from < 2 && text.charAt(at) === "=") {
    at += 1;
  }
  return at;
}

function isBase64(code: number): boolean {
  return alphabet[code] === 1;
}

/** The characters of both alphabets. */
const alphabet = new Uint8Array(128);
for (const range of ["AZ", "az", "/9", "++", "--", "__"]) {
  alphabet.fill(1, range.charCodeAt(0), range.charCodeAt(1) + 1);
}
