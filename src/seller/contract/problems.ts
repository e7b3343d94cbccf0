import type { Bilingual } from "./fields.ts";

/** What contradicts the specification: never sent. */
const errors = {
  notAnObject: { en: "Must be an object.", ptBr: "Deve ser um objeto." },
  unknownField: {
    en: "The portal has no such field.",
    ptBr: "O portal não tem este campo.",
  },
  missingParameter: { en: "Is needed for the address.", ptBr: "É necessário para o endereço." },
  notText: { en: "Must be text.", ptBr: "Deve ser texto." },
  notANumber: { en: "Must be a number.", ptBr: "Deve ser um número." },
  notAnInteger: { en: "Must be a whole number.", ptBr: "Deve ser um número inteiro." },
  tooManyDecimals: {
    en: "At most {limit} decimal places.",
    ptBr: "No máximo {limit} casas decimais.",
  },
  tooManyDigits: {
    en: "At most 15 digits can be sent exactly.",
    ptBr: "No máximo 15 dígitos podem ser enviados com exatidão.",
  },
  tooLong: { en: "The text is too long.", ptBr: "O texto é longo demais." },
  ncmShape: { en: "Must look like 0000.00.00.", ptBr: "Deve ter o formato 0000.00.00." },
  eanShape: { en: "Must have 13 digits.", ptBr: "Deve ter 13 dígitos." },
  eanCheckDigit: {
    en: "The check digit of the barcode is wrong.",
    ptBr: "O dígito verificador do código de barras está errado.",
  },
  cepShape: {
    en: "Must have 8 digits, without a separator.",
    ptBr: "Deve ter 8 dígitos, sem separador.",
  },
  timestampShape: {
    en: "Must look like 2026-01-31T00:00:00.000Z.",
    ptBr: "Deve ter o formato 2026-01-31T00:00:00.000Z.",
  },
  notAMoment: { en: "This date does not exist.", ptBr: "Esta data não existe." },
  rangeReversed: {
    en: "The range ends before it begins.",
    ptBr: "A faixa termina antes de começar.",
  },
  datesReversed: {
    en: "The validity ends before it begins.",
    ptBr: "A vigência termina antes de começar.",
  },
} as const satisfies Readonly<Record<string, Bilingual>>;

/** Our reading of what the specification leaves open: said, and never in the way. */
const warnings = {
  missingField: {
    en: "Is empty; the portal does not say whether it is required.",
    ptBr: "Está vazio; o portal não diz se é obrigatório.",
  },
  blankText: { en: "Is blank.", ptBr: "Está em branco." },
  negative: { en: "Is negative.", ptBr: "É negativo." },
  zero: { en: "Is zero.", ptBr: "É zero." },
  unknownState: {
    en: "Is not a state code of IBGE, which we suppose the portal uses.",
    ptBr: "Não é um código de UF do IBGE, que supomos ser o usado pelo portal.",
  },
  cepOutsideState: {
    en: "Seems to lie outside the state.",
    ptBr: "Parece estar fora do estado.",
  },
  unknownNcm: {
    en: "Is not in the table of NCM codes that we have.",
    ptBr: "Não está na tabela NCM que temos.",
  },
  internalEan: {
    en: "Barcodes that begin with 2 are for a shop's own use.",
    ptBr: "Códigos que começam com 2 são de uso interno de lojas.",
  },
  manyPriceDecimals: {
    en: "Has more than 2 decimal places.",
    ptBr: "Tem mais de 2 casas decimais.",
  },
  notAWebAddress: {
    en: "Is not an http or https address.",
    ptBr: "Não é um endereço http ou https.",
  },
} as const satisfies Readonly<Record<string, Bilingual>>;

export type ErrorCode = keyof typeof errors;
export type WarningCode = keyof typeof warnings;

export interface Problem {
  readonly code: ErrorCode | WarningCode;
  /** Dotted field name as the portal spells it (`id.estado.codigo`), a parameter's name, or "" for the whole. */
  readonly path: string;
  /** The number that was exceeded. */
  readonly limit?: number;
}

/** Errors contradict the specification, warnings only our reading of what it leaves open. */
export interface Validation {
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
}

/** One sentence about a problem, without the name of the field. */
export function problemText({ code, limit }: Problem, language: keyof Bilingual): string {
  const words: Readonly<Record<string, Bilingual>> = { ...errors, ...warnings };
  return (words[code]?.[language] ?? code).replace("{limit}", String(limit));
}
