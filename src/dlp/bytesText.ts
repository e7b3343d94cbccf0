import type { EncodedForm } from "./encodedForm.ts";

/** `latin1`: each byte is one character. */
export type Encoding = "utf-8" | "utf-16le" | "latin1";

/** A text that is written as its bytes. */
export interface BytesText {
  readonly text: string;
  /** Undefined if some of the bytes are no text: the same bytes could not be written again. */
  readonly encoding: Encoding | undefined;
}

/** Characters whose bytes tell text from an image or a sound. */
const probeLength = 64;

/** Undefined for binary data, and for what is not of this form. Linear. */
export function textOf(encoded: string, form: EncodedForm): BytesText | undefined {
  const encoding = encodingOf(form.bytesOf(encoded.slice(0, probeLength)));
  const bytes = encoding && form.bytesOf(encoded);
  if (encoding === undefined || bytes === undefined) {
    return undefined;
  }
  const text = decoded(bytes, encoding);
  return { text, encoding: text.includes("\uFFFD") ? undefined : encoding };
}

/**
 * Whether the first six bytes of what is written at `start` can be text. Nearly all words and names that are not
 * of this form fail here, before the decoding.
 */
export function beginsLikeText(text: string, start: number, form: EncodedForm): boolean {
  return encodingOf(form.firstBytes(text, start)) !== undefined;
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
