/** Receita Federal; CNPJ with letters: IN RFB 2.229/2024. */

/** One repeated digit passes the sums but is never issued. */
export function isCpf(digits: string): boolean {
  return (
    digits.length === 11 &&
    !isRepeated(digits) &&
    checkDigit(digits, 9, 11) === digits.charCodeAt(9) - zero &&
    checkDigit(digits, 10, 11) === digits.charCodeAt(10) - zero
  );
}

export function isCnpj(characters: string): boolean {
  return (
    characters.length === 14 &&
    !isRepeated(characters) &&
    checkDigit(characters, 12, 9) === characters.charCodeAt(12) - zero &&
    checkDigit(characters, 13, 9) === characters.charCodeAt(13) - zero
  );
}

const zero = 48;

/** Modulo 11 with weights 2, 3, … from the right; after `heaviest` again 2. */
function checkDigit(characters: string, length: number, heaviest: number): number {
  let sum = 0;
  let weight = 2;
  for (let index = length - 1; index >= 0; index -= 1) {
    sum += (characters.charCodeAt(index) - zero) * weight;
    weight = weight === heaviest ? 2 : weight + 1;
  }
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}

function isRepeated(characters: string): boolean {
  const first = characters.charCodeAt(0);
  for (let index = 1; index < characters.length; index += 1) {
    if (characters.charCodeAt(index) !== first) {
      return false;
    }
  }
  return true;
}
