import type { Format } from "../app/format.ts";
import { isDay } from "../app/zone.ts";
import type { Words } from "../words/words.ts";
import type { Field, FieldValue, FieldValues } from "./fields.ts";
import { linesOf, percentsOf } from "./values.ts";

export interface CheckContext {
  readonly words: Words;
  readonly format: Format;
}

/** What is wrong with each field, by name; those of a line are named `tiers.0.price.input`. */
export function problemsOf(
  fields: readonly Field[],
  values: FieldValues,
  context: CheckContext,
): Readonly<Record<string, string>> {
  const problems: Record<string, string> = {};
  for (const field of fields) {
    const value = values[field.name] ?? "";
    const problem = problemOf(field, value, context);
    if (problem !== undefined) {
      problems[field.name] = problem;
    }
    if (Array.isArray(value)) {
      for (const [index, row] of value.entries()) {
        const found = problemsOf(field.columns ?? [], row, context);
        for (const [name, text] of Object.entries(found)) {
          problems[`${field.name}.${index}.${name}`] = text;
        }
      }
    }
  }
  return problems;
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
  field: Field,
  text: string,
  { words, format }: CheckContext,
): string | undefined {
  switch (field.kind) {
    case "decimal":
      return isAmount(format.parseDecimal(text)) ? undefined : words.fieldNoAmount;
    case "count":
      return isCount(format.parseDecimal(text)) ? undefined : words.fieldNoCount;
    case "day":
      return isDay(text) ? undefined : words.fieldNoDay;
    case "json":
      return isJsonObject(text) ? undefined : words.fieldNoJson;
    case "percents":
      return percentsOf(text).every((each) => Number.isInteger(each) && each >= 1 && each <= 100)
        ? undefined
        : words.fieldNoPercents;
    case "lines":
      return linesOf(text).every((line) => line.length <= 200)
        ? undefined
        : words.fieldTooLong(200);
    case "select":
      return field.options?.some(({ value }) => value === text) === false
        ? words.fieldRequired
        : undefined;
    default:
      return undefined;
  }
}

/** The hub keeps nine digits before the point and six behind it. */
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
