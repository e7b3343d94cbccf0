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

/** The parts in base64, standard or URL-safe, that contain text; no binary data. Linear. */
export function encodedTextsIn(text: string): readonly EncodedText[] {
  const found: EncodedText[] = [];
  let free = 0;
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
    const end = endOfPadding(text, last);
    const encoded = decode(text.slice(start, end));
    if (encoded) {
      found.push({ start, end, ...encoded });
    }
    free = end;
    // The next part may begin at `end`, right after this one's padding.
    at = end - 1;
  }
  return found;
}

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
