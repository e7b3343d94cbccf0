import type { Random } from "./random.ts";

const capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Eleven digits with the check digits of a CPF. */
export function cpf(random: Random): string {
  return withCheckDigits(random.digits(9), 11);
}

export function cnpj(random: Random): string {
  return withCheckDigits(`${random.digits(8)}000${1 + random.below(9)}`, 9);
}

export function letterCnpj(random: Random): string {
  const root = random.from(`${capitals}0123456789`, 7) + random.from(capitals, 1);
  return withCheckDigits(`${root}${random.from(`${capitals}0123456789`, 4)}`, 9);
}

/** Visa, Mastercard, Amex, Elo, Hipercard, Diners, Discover or JCB. */
export function card(random: Random): string {
  const [prefix, length] = random.pick([
    ["4", 16],
    ["4", 16],
    ["5" + String(1 + random.below(5)), 16],
    ["23", 16],
    ["37", 15],
    ["5090", 16],
    ["606282", 16],
    ["36", 14],
    ["6011", 16],
    ["3530", 16],
  ]);
  return withLuhn(prefix + random.digits(length - prefix.length - 1));
}

export function withLuhn(base: string): string {
  const sum = Array.from(base, Number)
    .toReversed()
    .reduce(
      (total, digit, at) => total + (at % 2 === 1 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2),
      0,
    );
  return base + String((10 - (sum % 10)) % 10);
}

/** Area code and number: four mobiles to one landline. */
export function phone(random: Random): string {
  const area = random.pick([
    "11",
    "21",
    "31",
    "41",
    "48",
    "51",
    "61",
    "71",
    "81",
    "85",
    "92",
    "98",
  ]);
  return random.below(5) === 0
    ? `${area}${2 + random.below(4)}${random.digits(7)}`
    : `${area}9${1 + random.below(9)}${random.digits(7)}`;
}

export function email(random: Random): string {
  const first = random.pick([
    "maria",
    "joao",
    "ana.paula",
    "c_lima",
    "jose-carlos",
    "rh",
    "vendas",
    "k8s.ops",
  ]);
  const domain = random.pick([
    "empresa.com.br",
    "gmail.com",
    "uol.com.br",
    "tjsp.jus.br",
    "acme.io",
    "mail.loja-azul.net",
  ]);
  return `${first}${random.below(3) === 0 ? "" : random.digits(2)}@${domain}`;
}

/** Appends two check digits: modulo 11, weights from the right up to `heaviest`. */
function withCheckDigits(base: string, heaviest: number): string {
  let value = base;
  for (let round = 0; round < 2; round += 1) {
    const sum = Array.from(value)
      .toReversed()
      .reduce(
        (total, character, at) =>
          total + (character.charCodeAt(0) - 48) * (2 + (at % (heaviest - 1))),
        0,
      );
    value += String(sum % 11 < 2 ? 0 : 11 - (sum % 11));
  }
  return value;
}
