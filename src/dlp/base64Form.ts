import { alphabetOf, type EncodedForm } from "./encodedForm.ts";

/** JSON may write a slash so, as PHP does. */
const escapedSlash = String.raw`\/`;

/** Base64, standard or URL-safe, with or without padding. */
export const base64Form: EncodedForm = {
  alphabet: alphabetOf(["AZ", "az", "/9", "++", "--", "__"]),
  hasSlash: true,
  maxPadding: 2,
  // The shortest CPF has 11 characters.
  minLength: 16,
  unit: 4,
  bytesOf: (encoded) => bytesOf(withPlainSlashes(encoded)),
  firstBytes: (text, start) => bytesOf(withPlainSlashes(text.slice(start, start + 16)).slice(0, 8)),
  encode: encodeLike,
};

function withPlainSlashes(base64: string): string {
  return base64.includes("\\") ? base64.replaceAll(escapedSlash, "/") : base64;
}

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

function encodeLike(bytes: string, original: string): string {
  const base64 = btoa(bytes);
  const inAlphabet = /[-_]/u.test(original)
    ? base64.replaceAll("+", "-").replaceAll("/", "_")
    : base64;
  const isPadded = original.endsWith("=") || original.length % 4 === 0;
  const padded = isPadded ? inAlphabet : inAlphabet.replace(/=+$/u, "");
  return original.includes(escapedSlash) ? padded.replaceAll("/", escapedSlash) : padded;
}
