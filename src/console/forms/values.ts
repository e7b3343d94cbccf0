import { dayOf, endOfDay } from "../../shared/base/calendar.ts";
import { isRecord } from "../../shared/base/json.ts";
import type { Format } from "../app/format.ts";
import type { Field, FieldValue, FieldValues, RowValue } from "./fields.ts";

export type Body = Record<string, unknown>;

export function valuesOf(fields: readonly Field[], record: unknown, format: Format): FieldValues {
  return Object.fromEntries(
    fields.map((field) => [field.name, shownValue(field, at(record, field.name), format)]),
  );
}

/** Call only for values without problems. */
export function bodyOf(fields: readonly Field[], values: FieldValues, format: Format): Body {
  const body: Body = {};
  for (const field of fields) {
    const value = sentValue(field, values[field.name] ?? "", format);
    if (value !== undefined && !(field.isOmitted === true && isNothing(value))) {
      put(body, field.name.split("."), value);
    }
  }
  return body;
}

function isNothing(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

/** Top-level fields that differ; an object is sent whole. */
export function changesOf(body: Body, before: Body): Body {
  return Object.fromEntries(
    Object.entries(body).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
    ),
  );
}

function shownValue(field: Field, value: unknown, format: Format): FieldValue {
  if (field.kind === "check") {
    return value === true;
  }
  if (field.kind === "rows") {
    return Array.isArray(value) ? value.map((each) => rowOf(field, each, format)) : [];
  }
  if (Array.isArray(value)) {
    return value.join(field.kind === "lines" ? "\n" : ", ");
  }
  if (field.kind === "json") {
    return isEmptyObject(value) ? "" : JSON.stringify(value, undefined, 2);
  }
  return typeof value === "string" || typeof value === "number"
    ? shownText(field, String(value), format)
    : "";
}

function shownText({ kind }: Field, text: string, format: Format): string {
  if (kind === "decimal") {
    return format.decimal(text);
  }
  return kind === "day" ? shownDay(text, format) : text;
}

function shownDay(iso: string, format: Format): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? "" : dayOf(time, format.timeZone);
}

function rowOf({ columns = [] }: Field, record: unknown, format: Format): RowValue {
  const values = valuesOf(columns, record, format);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? value : ""]),
  );
}

function sentValue(field: Field, value: FieldValue, format: Format): unknown {
  if (typeof value === "boolean") {
    return value;
  }
  if (typeof value !== "string") {
    return value.map((row) => bodyOf(field.columns ?? [], row, format));
  }
  const text = field.kind === "password" ? value : value.trim();
  if (field.kind === "lines") {
    return linesOf(text);
  }
  if (field.kind === "percents") {
    return percentsOf(text);
  }
  if (field.kind === "json") {
    return text === "" ? {} : (JSON.parse(text) as unknown);
  }
  return text === "" ? null : sentText(field, text, format);
}

function sentText(field: Field, text: string, format: Format): unknown {
  switch (field.kind) {
    case "decimal":
      return format.parseDecimal(text) ?? text;
    case "count":
      return Number(format.parseDecimal(text));
    case "day":
      return new Date(endOfDay(text, format.timeZone)).toISOString();
    default:
      return text;
  }
}

export function linesOf(text: string): readonly string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** Ascending, without duplicates; may contain NaN. */
export function percentsOf(text: string): readonly number[] {
  const numbers = text
    .split(/[,;\s]+/u)
    .filter((part) => part !== "")
    .map((part) => Number(part.replace(/%$/u, "")));
  return [...new Set(numbers)].toSorted((one, other) => one - other);
}

function isEmptyObject(value: unknown): boolean {
  return typeof value !== "object" || value === null || Object.keys(value).length === 0;
}

function at(record: unknown, path: string): unknown {
  let value = record;
  for (const name of path.split(".")) {
    value = isRecord(value) ? value[name] : undefined;
  }
  return value;
}

function put(body: Body, [name = "", ...rest]: readonly string[], value: unknown): void {
  const target = body;
  if (rest.length === 0) {
    target[name] = value;
    return;
  }
  const inner: Body = isRecord(target[name]) ? { ...target[name] } : {};
  target[name] = inner;
  put(inner, rest, value);
}
