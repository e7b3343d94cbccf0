import { digitsOf, type EncodedForm } from "./encodedForm.ts";

/** JSON may write a slash so, as PHP does. */
const escapedSlash = String.raw`\/`;

/** Base64, standard or URL-safe, with or without padding. */
export const base64Form: EncodedForm = {
  digits: digitsOf([
    [0, "AZ", "az", "09", "++", "//"],
    [62, "--", "__"],
  ]),
  bitsPerDigit: 6,
  hasSlash: true,
  maxPadding: 2,
  // The shortest CPF has 11 characters.
  minLength: 16,
  unit: 4,
  maxStrayDigits: 0,
  encode: encodeLike,
};

function encodeLike(bytes: string, original: string): string {
  const base64 = btoa(bytes);
  const inAlphabet = /[-_]/u.test(original)
    ? base64.replaceAll("+", "-").replaceAll("/", "_")
    : base64;
  const isPadded = original.endsWith("=") || original.length % 4 === 0;
  const padded = isPadded ? inAlphabet : inAlphabet.replace(/=+$/u, "");
  return original.includes(escapedSlash) ? padded.replaceAll("/", escapedSlash) : padded;
}
