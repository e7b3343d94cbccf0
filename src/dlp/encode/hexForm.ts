import { digitsOf, type EncodedForm } from "./encodedForm.ts";

export const hexForm: EncodedForm = {
  digits: digitsOf([
    [0, "09", "AF"],
    [10, "af"],
  ]),
  bitsPerDigit: 4,
  hasSlash: false,
  maxPadding: 0,
  minLength: 22,
  unit: 2,
  maxStrayDigits: 1,
};
