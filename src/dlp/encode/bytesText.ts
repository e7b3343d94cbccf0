import { type EncodedForm, readBytes } from "./encodedForm.ts";

/** `latin1`: each byte is one character. */
export type Encoding = "utf-8" | "utf-16le" | "latin1";

export interface BytesText {
  readonly text: string;
  readonly encoding: Encoding | undefined;
}

const probeLength = 64;
const probeBytes = 48;

export function textOf(encoded: string, form: EncodedForm): BytesText | undefined {
  const encoding = encodingOf(bytesOf(encoded.slice(0, probeLength), form));
  return encoding && decoded(bytesOf(encoded, form), encoding);
}

export function textOfBytes(bytes: Uint8Array): BytesText | undefined {
  const encoding = encodingOf(bytes.subarray(0, probeBytes));
  return encoding && decoded(bytes, encoding);
}

/**
 * True if the first six bytes at `start` can be text. A cheap check: nearly all words, names and
 * hashes fail it.
 */
export function beginsLikeText(text: string, start: number, form: EncodedForm): boolean {
  readBytes(form, { text, start, end: text.length }, firstBytes);
  return encodingOf(firstBytes) !== undefined;
}

const firstBytes = new Uint8Array(6);

export function bytesOf(encoded: string, form: EncodedForm): Uint8Array {
  const bytes = new Uint8Array(Math.floor((encoded.length * form.bitsPerDigit) / 8));
  const count = readBytes(form, { text: encoded, start: 0, end: encoded.length }, bytes);
  return bytes.subarray(0, count);
}

function encodingOf(bytes: Uint8Array): Encoding | undefined {
  if (isUtf8(bytes)) {
    return "utf-8";
  }
  if (isWesternUtf16(bytes)) {
    return "utf-16le";
  }
  return isLatin1(bytes) ? "latin1" : undefined;
}

function isUtf8(bytes: Uint8Array): boolean {
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0;
    const length = byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    if (length === 1 ? !isPlainByte(byte) : byte < 0xc2 || byte > 0xf4) {
      return false;
    }
    for (let next = at + 1; next < Math.min(at + length, bytes.length); next += 1) {
      if (((bytes[next] ?? 0) & 0xc0) !== 0x80) {
        return false;
      }
    }
    at += length;
  }
  return true;
}

/** Two Western characters, after an optional byte order mark. */
function isWesternUtf16(bytes: Uint8Array): boolean {
  const start = bytes[0] === 0xff && bytes[1] === 0xfe ? 2 : 0;
  return [start, start + 2].every((at) => isWestern(bytes[at] ?? 0) && bytes[at + 1] === 0);
}

function isLatin1(bytes: Uint8Array): boolean {
  let others = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (!isWestern(byte)) {
      return false;
    }
    others += byte < 0x20 || byte > 0x7e ? 1 : 0;
  }
  return others * 3 <= bytes.length;
}

function isWestern(byte: number): boolean {
  return isPlainByte(byte) || byte >= 0xa0;
}

/** ASCII; of the control characters only white space and escape, which begins a colour code. */
export function isPlainByte(byte: number): boolean {
  return (byte >= 0x20 && byte <= 0x7e) || (byte >= 0x09 && byte <= 0x0d) || byte === 0x1b;
}

function decoded(bytes: Uint8Array, encoding: Encoding): BytesText {
  if (encoding === "latin1") {
    return { text: latin1Of(bytes), encoding };
  }
  const options = { ignoreBOM: true };
  try {
    return { text: new TextDecoder(encoding, { ...options, fatal: true }).decode(bytes), encoding };
  } catch {
    // Some bytes are not text: the rest is still scanned.
    return { text: new TextDecoder(encoding, options).decode(bytes), encoding: undefined };
  }
}

/** Each byte as one character. */
export function latin1Of(bytes: Uint8Array): string {
  // A call takes a limited number of arguments.
  const most = 8_192;
  let text = "";
  for (let at = 0; at < bytes.length; at += most) {
    text += String.fromCharCode(...bytes.subarray(at, at + most));
  }
  return text;
}
