import type { CheckDigit } from "../../shared/guarded/ownKinds.ts";

/** True if the last digit of a value fits the others; for `mod97` the last two. Letters count only for `mod97`. */
export function hasCheckDigit(value: string, check: CheckDigit): boolean {
  if (check.by === "mod97") {
    return hasMod97(value);
  }
  const digits = Array.from(value.replaceAll(/\D/gu, ""), Number);
  const last = digits.pop();
  return last !== undefined && digits.length > 0 && last === expected(digits, check);
}

function expected(digits: readonly number[], check: CheckDigit): number {
  switch (check.by) {
    case "luhn":
      return rest(
        sum(digits, (fromRight) => (fromRight % 2 === 0 ? 2 : 1), digitSum),
        10,
      );
    case "mod10":
      return rest(
        sum(digits, (fromRight) => (fromRight % 2 === 0 ? 3 : 1)),
        10,
      );
    case "mod11":
      return rest(
        sum(digits, (fromRight) => 2 + (fromRight % 8)),
        11,
      );
    case "weights": {
      const { weights, modulus } = check;
      const left = digits.length - 1;
      return weights.length === digits.length
        ? rest(
            sum(digits, (fromRight) => weights[left - fromRight] ?? 0),
            modulus,
          )
        : -1;
    }
    default:
      return -1;
  }
}

/** The check digit that completes a multiple; a remainder of two digits is written as 0. */
function rest(total: number, modulus: number): number {
  const missing = (modulus - (total % modulus)) % modulus;
  return missing > 9 ? 0 : missing;
}

function sum(
  digits: readonly number[],
  weightOf: (fromRight: number) => number,
  fold: (product: number) => number = (product) => product,
): number {
  return digits
    .toReversed()
    .reduce((total, digit, fromRight) => total + fold(digit * weightOf(fromRight)), 0);
}

function digitSum(product: number): number {
  return product > 9 ? product - 9 : product;
}

/** True for a value by ISO 7064, MOD 97-10; letters are 10 to 35, as in IBANs. */
function hasMod97(value: string): boolean {
  const characters = value.toUpperCase().replaceAll(/[^0-9A-Z]/gu, "");
  let remainder = 0;
  for (const character of characters) {
    const number = Number.parseInt(character, 36);
    remainder = (remainder * (number > 9 ? 100 : 10) + number) % 97;
  }
  return characters.length > 2 && remainder === 1;
}
