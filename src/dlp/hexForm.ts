import { alphabetOf, type EncodedForm } from "./encodedForm.ts";

/** Two hexadecimal digits for each byte, in either case, as `3532392e3938`. */
export const hexForm: EncodedForm = {
  alphabet: alphabetOf(["09", "AF", "af"]),
  hasSlash: false,
  maxPadding: 0,
  // The shortest CPF has 11 characters.
  minLength: 22,
  unit: 2,
  bytesOf,
  firstBytes: (text, start) => bytesOf(text.slice(start, start + 12)),
  encode: (bytes, original) => {
    const hex = Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, "0"));
    // A last digit without its pair is no byte.
    const rest = original.length % 2 === 1 ? original.slice(-1) : "";
    return (/[A-F]/u.test(original) ? hex.join("").toUpperCase() : hex.join("")) + rest;
  },
};

function bytesOf(hex: string): string {
  let bytes = "";
  for (let at = 0; at + 1 < hex.length; at += 2) {
    bytes += String.fromCharCode(
      16 * digitOf(hex.charCodeAt(at)) + digitOf(hex.charCodeAt(at + 1)),
    );
  }
  return bytes;
}

/** The letters have the value 1 to 6 in their last four bits, and the bit 64 that no decimal digit has. */
function digitOf(code: number): number {
  return (code & 0x0f) + (code & 0x40 ? 9 : 0);
}
