import type { Sequence } from "./sequence.ts";

/** The check digits are valid (modulo 11), so that a scan for personal data finds the number. */
export function cpf(sequence: Sequence): string {
  const base = String(sequence.between(100_000_000, 999_999_998));
  const first = `${base}${checkDigit(base)}`;
  return `${first}${checkDigit(first)}`;
}

function checkDigit(digits: string): number {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    sum += Number(digits.charAt(index)) * (digits.length + 1 - index);
  }
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}
