import * as z from "zod/mini";

import { decimalPlaces, hasExactDigits } from "./values/decimal.ts";
import { ean13Shape, isEan13 } from "./values/ean13.ts";
import { ncmShape } from "./values/ncm.ts";
import { cepShape } from "./values/postalCode.ts";
import { isTimestamp, timestampShape } from "./values/timestamp.ts";

export interface Bilingual {
  readonly en: string;
  readonly ptBr: string;
}

export type FieldKind =
  | "text"
  | "integer"
  | "decimal"
  | "timestamp"
  | "cep"
  | "ncm"
  | "ean13"
  | "webAddress";

export interface FieldInfo {
  readonly kind: FieldKind;
  readonly label: Bilingual;
  /** The words of the specification, which leaves points such as units open. */
  readonly description: string;
  /** The limit of digits after the point, if the specification sets one. */
  readonly maxDecimalPlaces?: number;
}

export const fieldInfo: z.core.$ZodRegistry<FieldInfo> = z.registry<FieldInfo>();

export const fieldRules = [
  "tooManyDecimals",
  "tooManyDigits",
  "notAMoment",
  "eanCheckDigit",
  "rangeReversed",
  "datesReversed",
] as const;

type FieldRule = (typeof fieldRules)[number];

/** Our own limit for text from outside; the portal's is not specified. */
const maxTextLength = 10_000;

type Words = readonly [en: string, ptBr: string, description: string];

export function text(...words: Words): z.ZodMiniString {
  return described(z.string().check(z.maxLength(maxTextLength)), "text", words);
}

export function webAddress(...words: Words): z.ZodMiniString {
  return described(z.string().check(z.maxLength(maxTextLength)), "webAddress", words);
}

export function integer(...words: Words): z.ZodMiniNumberFormat {
  return described(z.int(), "integer", words);
}

export function decimal(maxDecimalPlaces: number | undefined, ...words: Words): z.ZodMiniNumber {
  const places = maxDecimalPlaces ?? Number.POSITIVE_INFINITY;
  const schema = z.number().check(
    z.refine(hasExactDigits, broken("tooManyDigits")),
    z.refine((value) => decimalPlaces(value) <= places, broken("tooManyDecimals")),
  );
  fieldInfo.add(schema, {
    ...info("decimal", words),
    ...(maxDecimalPlaces !== undefined && { maxDecimalPlaces }),
  });
  return schema;
}

export function timestamp(...words: Words): z.ZodMiniString {
  const schema = z
    .string()
    .check(z.regex(timestampShape, { abort: true }), z.refine(isTimestamp, broken("notAMoment")));
  return described(schema, "timestamp", words);
}

export function cep(...words: Words): z.ZodMiniString {
  return described(z.string().check(z.regex(cepShape, { abort: true })), "cep", words);
}

export function ncm(...words: Words): z.ZodMiniString {
  return described(z.string().check(z.regex(ncmShape, { abort: true })), "ncm", words);
}

export function ean13(...words: Words): z.ZodMiniString {
  const schema = z
    .string()
    .check(z.regex(ean13Shape, { abort: true }), z.refine(isEan13, broken("eanCheckDigit")));
  return described(schema, "ean13", words);
}

export function broken(rule: FieldRule, path: readonly string[] = []): BrokenRule {
  return { params: { rule }, path: [...path], abort: true };
}

interface BrokenRule {
  readonly params: { readonly rule: FieldRule };
  readonly path: string[];
  readonly abort: true;
}

function described<S extends z.ZodMiniType>(schema: S, kind: FieldKind, words: Words): S {
  fieldInfo.add(schema, info(kind, words));
  return schema;
}

function info(kind: FieldKind, [en, ptBr, description]: Words): FieldInfo {
  return { kind, label: { en, ptBr }, description };
}
