import { digitsOf, type EncodedForm } from "./encodedForm.ts";

/** Standard or URL-safe, with or without padding. */
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
};
