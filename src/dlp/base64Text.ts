/** The text that is written in base64. */
export interface Base64Text {
  readonly text: string;
  /** Base64 of a changed text in the same form; undefined if some of the bytes were no text. */
  readonly encode: ((text: string) => string) | undefined;
}

/** `latin1`: each byte is one character. */
type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "latin1";

/** Number of bytes that are checked to tell text from an image or a sound. */
const probeLength = 48;
/** JSON may write a slash so, as PHP does. */
const escapedSlash = String.raw`\/`;

/** Undefined for binary data, and for what is no base64. Linear. */
export function textOfBase64(base64: string): Base64Text | undefined {
  const plain = withPlainSlashes(base64);
  const probe = bytesOf(plain.slice(0, (probeLength / 3) * 4));
  const encoding = probe === undefined ? undefined : encodingOf(probe);
  const bytes = encoding && bytesOf(plain);
  if (encoding === undefined || bytes === undefined) {
    return undefined;
  }
  const text = decoded(bytes, encoding);
  const isText = encoding === "latin1" || !text.includes("\uFFFD");
  return {
    text,
    encode: isText ? (changed) => encodeLike(base64, encoded(changed, encoding)) : undefined,
  };
}

/**
 * Whether the first six bytes of the base64 at `start` can be text. Nearly all words and names that are not
 * base64 fail here, before the decoding.
 */
export function beginsLikeText(text: string, start: number): boolean {
  const base64 = withPlainSlashes(text.slice(start, start + 16));
  return beginsLikeUtf8(base64) || beginsLikeUtf16(base64) || beginsLikeLatin(base64);
}

function withPlainSlashes(base64: string): string {
  return base64.includes("\\") ? base64.replaceAll(escapedSlash, "/") : base64;
}

function beginsLikeUtf8(base64: string): boolean {
  let expected = 0;
  for (let at = 0; at < 6; at += 1) {
    const byte = byteAt(base64, at);
    const isContinuation = byte >= 0x80 && byte < 0xc0;
    if (isContinuation !== expected > 0 || isControl(byte) || byte > 0xf4) {
      return false;
    }
    expected = isContinuation ? expected - 1 : continuationsAfter(byte);
  }
  return true;
}

/** A byte order mark, or a zero in each second byte, as in any western text. */
function beginsLikeUtf16(base64: string): boolean {
  const first = byteAt(base64, 0);
  const second = byteAt(base64, 1);
  const hasMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const zero = first === 0 ? 0 : 1;
  return (
    hasMark ||
    (byteAt(base64, zero) === 0 && byteAt(base64, zero + 2) === 0 && byteAt(base64, zero + 4) === 0)
  );
}

/** Some accents between letters, as in a file of an older Windows. */
function beginsLikeLatin(base64: string): boolean {
  let accents = 0;
  for (let at = 0; at < 6; at += 1) {
    const byte = byteAt(base64, at);
    if (isControl(byte) || (byte >= 0x80 && byte < 0xa0)) {
      return false;
    }
    accents += byte >= 0x80 ? 1 : 0;
  }
  return accents <= 2;
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

/** Except tab, line breaks and escape. */
function isControl(byte: number): boolean {
  return (byte < 0x20 && !controlsOfText.includes(byte)) || byte === 0x7f;
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

/** Each byte as one character. */
function bytesOf(base64: string): string | undefined {
  const unpadded = base64.replace(/={1,2}$/u, "");
  // A remainder of one character is less than a byte: the probe cut it, or it is not base64.
  const whole = unpadded.length % 4 === 1 ? unpadded.slice(0, -1) : unpadded;
  try {
    return atob(whole.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    // Not base64 after all: the text is scanned as it is.
    return undefined;
  }
}

function encodingOf(probe: string): Encoding | undefined {
  const found = candidates.find(
    ([encoding, beginning]) => beginning.test(probe) && looksLikeText(decoded(probe, encoding)),
  );
  return found?.[0] ?? (looksLikeLatin(probe) ? "latin1" : undefined);
}

const candidates: readonly (readonly [encoding: Encoding, beginning: RegExp])[] = [
  ["utf-8", /^/u],
  ["utf-16le", /^(?:\u00FF\u00FE|(?:[^\0]\0){3})/u],
  ["utf-16be", /^(?:\u00FE\u00FF|(?:\0[^\0]){3})/u],
];

/** No control characters, and at most one broken character, at the cut. */
function looksLikeText(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what tells binary data
  return !/[\u0000-\u0008\u000E-\u001A\u001C-\u001F\u007F]|\uFFFD./su.test(text);
}

function looksLikeLatin(text: string): boolean {
  const plain = text.replaceAll(/[^\t\n\r -~]/gu, "").length;
  return looksLikeText(text) && !/[\u0080-\u009F]/u.test(text) && plain * 5 >= text.length * 4;
}

function decoded(bytes: string, encoding: Encoding): string {
  if (encoding === "latin1") {
    return bytes;
  }
  const codes = Uint8Array.from(bytes, (character) => character.charCodeAt(0));
  return new TextDecoder(encoding, { ignoreBOM: true }).decode(codes);
}

function encoded(text: string, encoding: Encoding): string {
  if (encoding === "latin1") {
    return text;
  }
  if (encoding === "utf-8") {
    return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");
  }
  return Array.from({ length: text.length }, (_, at) => {
    const unit = text.charCodeAt(at);
    const [high, low] = [unit >> 8, unit & 0xff];
    return encoding === "utf-16le"
      ? String.fromCharCode(low, high)
      : String.fromCharCode(high, low);
  }).join("");
}

function encodeLike(original: string, bytes: string): string {
  const base64 = btoa(bytes);
  const inAlphabet = /[-_]/u.test(original)
    ? base64.replaceAll("+", "-").replaceAll("/", "_")
    : base64;
  const padded =
    original.endsWith("=") || original.length % 4 === 0
      ? inAlphabet
      : inAlphabet.replace(/=+$/u, "");
  return original.includes(escapedSlash) ? padded.replaceAll("/", escapedSlash) : padded;
}
