import * as fc from "fast-check";

/** Valid values of every kind, as they are and as they are usually written. */

function digits(length: number): fc.Arbitrary<string> {
  return fc.stringMatching(new RegExp(`^\\d{${length}}$`, "u"));
}

function withCheckDigits(base: string, weights: readonly (readonly number[])[]): string {
  return weights.reduce((value, row) => {
    const sum = row.reduce((total, weight, at) => total + weight * (value.charCodeAt(at) - 48), 0);
    return value + String(((sum * 10) % 11) % 10);
  }, base);
}

export const cpfs = digits(9)
  .filter((base) => !/^(\d)\1+$/u.test(base))
  .map((base) =>
    withCheckDigits(base, [
      [10, 9, 8, 7, 6, 5, 4, 3, 2],
      [11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
    ]),
  );

const cnpjWeights = [
  [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2],
  [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2],
];
export const cnpjs = digits(8)
  .filter((root) => !/^(\d)\1+$/u.test(root))
  .map((root) => withCheckDigits(`${root}0001`, cnpjWeights));
export const letterCnpjs = fc
  .stringMatching(/^[A-Z0-9]{12}$/u)
  .filter((base) => /[A-Z]/u.test(base) && /\d/u.test(base))
  .map((base) => withCheckDigits(base, cnpjWeights));

/** Visa, Mastercard, Amex, Elo. */
export const cards = fc
  .constantFrom(["45320", 16], ["53021", 16], ["2305", 16], ["3712", 15], ["509021", 16])
  .chain(([prefix, length]) =>
    digits(length - prefix.length - 1).map((rest) => luhn(`${prefix}${rest}`)),
  );

function luhn(base: string): string {
  const sum = Array.from(base, Number)
    .toReversed()
    .reduce(
      (total, digit, at) =>
        total + (at % 2 === 0 ? ((digit * 2) % 10) + (digit > 4 ? 1 : 0) : digit),
      0,
    );
  return base + String((10 - (sum % 10)) % 10);
}

export const phones = fc
  .tuple(fc.constantFrom("11", "21", "31", "47", "61", "85", "98"), digits(7))
  .map(([area, rest]) => `${area}98${rest.slice(0, 6)}${rest.endsWith("1") ? "2" : "1"}`);

export const emails = fc
  .tuple(
    fc.stringMatching(/^[a-z][a-z0-9]{1,10}(?:[._][a-z0-9]{1,8})?$/u),
    fc.constantFrom("empresa.com.br", "loja-azul.net", "gmail.com", "ufmg.edu.br"),
  )
  .map(([local, domain]) => `${local}@${domain}`)
  .filter((email) => !/^(?:git|hg|svn|this|super|return|break|continue|self)@/u.test(email));

export function punctuated(value: string): string {
  return value.length === 11
    ? value.replace(/^(...)(...)(...)(..)$/u, "$1.$2.$3-$4")
    : value.replace(/^(..)(...)(...)(....)(..)$/u, "$1.$2.$3/$4-$5");
}
