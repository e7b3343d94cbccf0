import type { Encoding } from "./bytesText.ts";
import type { EncodedForm } from "./encodedForm.ts";
import { lineBreaks } from "./encodedText.ts";
import { hexForm } from "./hexForm.ts";

const escapedSlash = String.raw`\/`;

/** Encodes a changed text like the original: alphabet, padding, encoding and line breaks. */
export function encodedAgain(
  original: string,
  changed: string,
  { encoding, form }: { readonly encoding: Encoding; readonly form: EncodedForm },
): string {
  const encode = form === hexForm ? inHex : inBase64;
  const lineBreak = lineBreaks.find((one) => original.includes(one));
  if (lineBreak === undefined) {
    return encode(bytesOf(changed, encoding), original);
  }
  const whole = encode(bytesOf(changed, encoding), original.replaceAll(lineBreak, ""));
  const length = original.indexOf(lineBreak);
  const lines: string[] = [];
  for (let at = 0; at < whole.length; at += length) {
    lines.push(whole.slice(at, at + length));
  }
  return lines.join(lineBreak);
}

function inBase64(bytes: string, original: string): string {
  const base64 = btoa(bytes);
  const inAlphabet = /[-_]/u.test(original)
    ? base64.replaceAll("+", "-").replaceAll("/", "_")
    : base64;
  const isPadded = original.endsWith("=") || original.length % 4 === 0;
  const padded = isPadded ? inAlphabet : inAlphabet.replace(/=+$/u, "");
  return original.includes(escapedSlash) ? padded.replaceAll("/", escapedSlash) : padded;
}

function inHex(bytes: string, original: string): string {
  const hex = Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, "0"));
  // An unpaired last digit is not a byte.
  const rest = original.length % 2 === 1 ? original.slice(-1) : "";
  return (/[A-F]/u.test(original) ? hex.join("").toUpperCase() : hex.join("")) + rest;
}

function bytesOf(text: string, encoding: Encoding): string {
  switch (encoding) {
    case "latin1":
      return text;
    case "utf-8":
      return charactersOf(new TextEncoder().encode(text));
    default:
      return charactersOf(
        Array.from({ length: 2 * text.length }, (_, at) => {
          const unit = text.charCodeAt(at >> 1);
          return at % 2 === 0 ? unit & 0xff : unit >> 8;
        }),
      );
  }
}

function charactersOf(bytes: Iterable<number>): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}
