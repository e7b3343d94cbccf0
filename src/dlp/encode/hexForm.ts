import { digitsOf, type EncodedForm } from "./encodedForm.ts";

/** Two digits per byte, as `3532392e3938`. */
export const hexForm: EncodedForm = {
  digits: digitsOf([
    [0, "09", "AF"],
    [10, "af"],
  ]),
  bitsPerDigit: 4,
  hasSlash: false,
  maxPadding: 0,
  // The shortest CPF has 11 characters.
  minLength: 22,
  unit: 2,
  maxStrayDigits: 1,
};
