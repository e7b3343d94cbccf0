import type { Bilingual } from "./fields.ts";

/** The input contradicts the specification, or would need a guess. Such input is never sent. */
const errors = {
  notAnObject: { en: "Must be an object.", ptBr: "Deve ser um objeto." },
  unknownField: {
    en: "The portal has no such field.",
    ptBr: "O portal não tem este campo.",
  },
  missingParameter: { en: "Is needed for the address.", ptBr: "É necessário para o endereço." },
  missingKey: {
    en: "Is needed to know what this row is about.",
    ptBr: "É necessário para saber de que esta linha trata.",
  },
  noPlatformCode: {
    en: "The portal's products have no such code (SKU), or several do.",
    ptBr: "Nenhum produto do portal tem este código (SKU), ou vários têm.",
  },
  emptyBody: {
    en: "Nothing is filled in, so there is nothing to send.",
    ptBr: "Nada está preenchido, então não há nada a enviar.",
  },
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
  dateShape: {
    en: "Cannot be read as a date. Forms that are read: 31/12/2026, 31/12/26, 2026-12-31, each also with a time (31/12/2026 14:30), and 2026-12-31T14:30:00.000Z.",
    ptBr: "Não pode ser lido como data. Formas que são lidas: 31/12/2026, 31/12/26, 2026-12-31, cada uma também com hora (31/12/2026 14:30), e 2026-12-31T14:30:00.000Z.",
  },
  ambiguousDate: {
    en: "Other dates of the file have the month first, so this may be either of two days. Write it as 2026-12-31.",
    ptBr: "Outras datas do arquivo têm o mês primeiro; esta pode ser um de dois dias. Escreva como 2026-12-31.",
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
  excelNumber: {
    en: "Excel shortened this number; its digits are lost. Format the column as text and export again.",
    ptBr: "O Excel abreviou este número e perdeu dígitos. Formate a coluna como texto e exporte de novo.",
  },
  leadingZeroLost: {
    en: "Has too few digits: leading zeros seem to be lost. Format the column as text.",
    ptBr: "Faltam dígitos: zeros à esquerda parecem ter se perdido. Formate a coluna como texto.",
  },
  ambiguousNumber: {
    en: "Can be read as two different numbers. Write it without separators of thousands.",
    ptBr: "Pode ser lido como dois números diferentes. Escreva sem separador de milhar.",
  },
  junk: {
    en: "Is not data: a program's error, its sign for nothing, or characters that were misread.",
    ptBr: "Não é um dado: é o erro de um programa, seu sinal de vazio ou caracteres mal lidos.",
  },
  junkText: {
    en: "Seems to be no data: a program's error, its sign for nothing, or characters that were misread.",
    ptBr: "Não parece um dado: parece o erro de um programa, seu sinal de vazio ou caracteres mal lidos.",
  },
  formula: { en: "Is a formula, not a value.", ptBr: "É uma fórmula, não um valor." },
  contradiction: {
    en: "Line {limit} says something else about the same record: neither is written.",
    ptBr: "A linha {limit} diz outra coisa do mesmo registro: nenhuma é gravada.",
  },
  totalLine: {
    en: "Seems to be the total below the rows, not a record.",
    ptBr: "Parece ser o total abaixo das linhas, não um registro.",
  },
  titleLine: {
    en: "Is a line of titles again, or below one with other titles than the file's.",
    ptBr: "É outra linha de títulos, ou está abaixo de uma com títulos diferentes dos do arquivo.",
  },
  otherUnit: {
    en: "Another column says that this is not the price of one unit in reais.",
    ptBr: "Outra coluna diz que este não é o preço de uma unidade em reais.",
  },
  unclosedQuote: {
    en: "A quotation mark is not closed.",
    ptBr: "Há aspas que não foram fechadas.",
  },
  cellCount: {
    en: "Does not have the {limit} cells of the header.",
    ptBr: "Não tem as {limit} células do cabeçalho.",
  },
} as const satisfies Readonly<Record<string, Bilingual>>;

/** Our reading of open points in the specification. A warning never blocks a call. */
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
  mixedEncoding: {
    en: "This line is written in another encoding than the others.",
    ptBr: "Esta linha está em outra codificação que as demais.",
  },
  brokenCharacters: {
    en: "Has characters that were already lost in the file.",
    ptBr: "Tem caracteres que já se perderam no arquivo.",
  },
  lostCharacters: {
    en: "Has characters (\uFFFD) that were already lost: they would be written like this.",
    ptBr: "Tem caracteres (\uFFFD) que já se perderam: seriam gravados assim.",
  },
  repeated: {
    en: "Says the same as line {limit}: it is written once.",
    ptBr: "Diz o mesmo que a linha {limit}: é gravado uma vez.",
  },
  overlappingRange: {
    en: "The range overlaps that of line {limit}.",
    ptBr: "A faixa se sobrepõe à da linha {limit}.",
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
  /** A dotted field (`id.estado.codigo`), a parameter's name, or "" for the whole input. */
  readonly path: string;
  /** The number that the sentence mentions: a limit, a count or a line. */
  readonly limit?: number;
}

export interface Validation {
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
}

export function problemText({ code, limit }: Problem, language: keyof Bilingual): string {
  const words: Readonly<Record<string, Bilingual>> = { ...errors, ...warnings };
  return (words[code]?.[language] ?? code).replace("{limit}", String(limit));
}
