import { type Encoding, escapedSlash } from "./base64Text.ts";
import { lineBreaks } from "./encodedText.ts";

/** A changed text in base64, in the form of the original: its alphabet, padding, encoding and line breaks. */
export function encodedAgain(original: string, changed: string, encoding: Encoding): string {
  const lineBreak = lineBreaks.find((one) => original.includes(one));
  if (lineBreak === undefined) {
    return encodeLike(original, bytesOf(changed, encoding));
  }
  const whole = encodeLike(original.replaceAll(lineBreak, ""), bytesOf(changed, encoding));
  const length = original.indexOf(lineBreak);
  const lines: string[] = [];
  for (let at = 0; at < whole.length; at += length) {
    lines.push(whole.slice(at, at + length));
  }
  return lines.join(lineBreak);
}

/** Each byte as one character. */
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

function encodeLike(original: string, bytes: string): string {
  const base64 = btoa(bytes);
  const inAlphabet = /[-_]/u.test(original)
    ? base64.replaceAll("+", "-").replaceAll("/", "_")
    : base64;
  const isPadded = original.endsWith("=") || original.length % 4 === 0;
  const padded = isPadded ? inAlphabet : inAlphabet.replace(/=+$/u, "");
  return original.includes(escapedSlash) ? padded.replaceAll("/", escapedSlash) : padded;
}
