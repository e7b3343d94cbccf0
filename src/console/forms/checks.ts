import { isDay } from "../../shared/base/calendar.ts";
import type { Format } from "../app/format.ts";
import type { Words } from "../words/en.ts";
import type { Field, FieldValue, FieldValues, RowValue } from "./fields.ts";
import { linesOf, percentsOf } from "./values.ts";

export interface CheckContext {
  readonly words: Words;
  readonly format: Format;
}

/** A field of a line is named like `tiers.0.price.input`. */
export function problemsOf(
  fields: readonly Field[],
  values: FieldValues,
  context: CheckContext,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = values[field.name] ?? "";
      if (typeof value === "object") {
        return value.flatMap((row, index) => rowProblems(field, row, index, context));
      }
      const problem = problemOf(field, value, context);
      return problem === undefined ? [] : [[field.name, problem] as const];
    }),
  );
}

function rowProblems(
  { name, columns = [] }: Field,
  row: RowValue,
  index: number,
  context: CheckContext,
): readonly (readonly [name: string, problem: string])[] {
  const problems = Object.entries(problemsOf(columns, row, context));
  return problems.map(([column, problem]) => [`${name}.${index}.${column}`, problem]);
}

function problemOf(field: Field, value: FieldValue, context: CheckContext): string | undefined {
  if (typeof value !== "string") {
    return undefined;
  }
  const text = field.kind === "password" ? value : value.trim();
  const { words } = context;
  if (text === "") {
    return field.isRequired === true ? words.fieldRequired : undefined;
  }
  if (field.minLength !== undefined && text.length < field.minLength) {
    return words.fieldTooShort(field.minLength);
  }
  if (field.maxLength !== undefined && text.length > field.maxLength) {
    return words.fieldTooLong(field.maxLength);
  }
  if (field.pattern && !field.pattern.test.test(text)) {
    return field.pattern.message;
  }
  return problemOfKind(field, text, context);
}

function problemOfKind(
  { kind, options }: Field,
  text: string,
  { words, format }: CheckContext,
): string | undefined {
  const checks: Partial<Readonly<Record<Field["kind"], () => string | undefined>>> = {
    decimal: () => (isAmount(format.parseDecimal(text)) ? undefined : words.fieldNoAmount),
    count: () => (isCount(format.parseDecimal(text)) ? undefined : words.fieldNoCount),
    day: () => (isDay(text) ? undefined : words.fieldNoDay),
    json: () => (isJsonObject(text) ? undefined : words.fieldNoJson),
    percents: () => (percentsOf(text).every(isPercent) ? undefined : words.fieldNoPercents),
    lines: () =>
      linesOf(text).every((line) => line.length <= 200) ? undefined : words.fieldTooLong(200),
    select: () =>
      options?.some(({ value }) => value === text) === false ? words.fieldRequired : undefined,
  };
  return checks[kind]?.();
}

function isPercent(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= 100;
}

/** The hub stores nine digits before the point and six after it. */
function isAmount(text: string | undefined): boolean {
  return text !== undefined && /^\d{1,9}(?:\.\d{1,6})?$/u.test(text);
}

function isCount(text: string | undefined): boolean {
  return text !== undefined && /^\d{1,12}$/u.test(text);
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
