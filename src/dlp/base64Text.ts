/** `latin1`: each byte is one character. */
export type Encoding = "utf-8" | "utf-16le" | "latin1";

/** The text that is written in base64. */
export interface Base64Text {
  readonly text: string;
  /** Undefined if some of the bytes are no text: the same bytes could not be written again. */
  readonly encoding: Encoding | undefined;
}

/** Characters of base64 whose bytes tell text from an image or a sound. */
const probeLength = 64;
/** JSON may write a slash so, as PHP does. */
export const escapedSlash = String.raw`\/`;

/** Undefined for binary data, and for what is no base64. Linear. */
export function textOfBase64(base64: string): Base64Text | undefined {
  const plain = withPlainSlashes(base64);
  const encoding = encodingOf(bytesOf(plain.slice(0, probeLength)));
  const bytes = encoding && bytesOf(plain);
  if (encoding === undefined || bytes === undefined) {
    return undefined;
  }
  const text = decoded(bytes, encoding);
  return { text, encoding: text.includes("\uFFFD") ? undefined : encoding };
}

/**
 * Whether the first six bytes of the base64 at `start` can be text. Nearly all words and names that are not
 * base64 fail here, before the decoding.
 */
export function beginsLikeText(text: string, start: number): boolean {
  const base64 = withPlainSlashes(text.slice(start, start + 16));
  return encodingOf(bytesOf(base64.slice(0, 8))) !== undefined;
}

function withPlainSlashes(base64: string): string {
  return base64.includes("\\") ? base64.replaceAll(escapedSlash, "/") : base64;
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

/* oxlint-disable no-control-regex -- control characters are what tells binary data */

/** No control characters, and at most one broken character, at the cut. */
const utf8 =
  /^(?:[\t-\r\x1B -~]|[\xC2-\xDF][\x80-\xBF]|[\xE0-\xEF][\x80-\xBF]{2}|[\xF0-\xF4][\x80-\xBF]{3})*(?:[\xC2-\xF4][\x80-\xBF]{0,2})?$/u;
/** Western characters, after the mark if there is one. */
const utf16 = /^(?:\xFF\xFE)?(?:[\t-\r -~\xA0-\xFF]\0){2}/u;
const latin = /^[\t-\r\x1B -~\xA0-\xFF]*$/u;

/* oxlint-enable no-control-regex */

function encodingOf(bytes: string | undefined): Encoding | undefined {
  if (bytes === undefined) {
    return undefined;
  }
  if (utf8.test(bytes)) {
    return "utf-8";
  }
  if (utf16.test(bytes)) {
    return "utf-16le";
  }
  const accents = latin.test(bytes) ? bytes.replaceAll(/[ -~]/gu, "").length : bytes.length;
  return accents * 3 <= bytes.length ? "latin1" : undefined;
}

function decoded(bytes: string, encoding: Encoding): string {
  if (encoding === "latin1") {
    return bytes;
  }
  const codes = Uint8Array.from(bytes, (character) => character.charCodeAt(0));
  return new TextDecoder(encoding, { ignoreBOM: true }).decode(codes);
}
