import type { Fields } from "../../shared/base/json.ts";
import { type ApiCallId, sellerCall } from "../contract/calls.ts";
import type { Bilingual, FieldKind } from "../contract/fields.ts";
import { fieldsOf, valueAt } from "../contract/schemaFields.ts";
import type { RawInput } from "../contract/validate.ts";
import { readDecimal, readWrittenNumber } from "../contract/values/decimal.ts";
import { recordValue } from "./currentRecords.ts";

export type FieldValue = string | number | boolean | null;

export interface FieldChange {
  readonly name: string;
  readonly label: Bilingual;
  /** Undefined if the portal has no value, or does not show it. */
  readonly before: FieldValue | undefined;
  readonly after: FieldValue | undefined;
  /** `notSent`: the portal has a value that the write omits; the specification does not define if it is kept. */
  readonly state: "same" | "changed" | "new" | "notSent";
}

/** A longer value is cut, so it cannot be written back. */
export const maxShownValue = 500;

/** Compares every field of the write with the most similar record. */
export function fieldChanges(
  id: ApiCallId,
  input: RawInput,
  matching: readonly Fields[],
): readonly FieldChange[] {
  const fields = writtenFields(id);
  const candidates = matching.length > 0 ? matching : [{}];
  const compared = candidates.map((record) =>
    fields.map((field) => changeOf(field, input, record)).filter((change) => change !== undefined),
  );
  const [only = []] = compared;
  return compared.length === 1
    ? only
    : (compared.toSorted((one, other) => sameCount(other) - sameCount(one))[0] ?? []);
}

export interface WrittenField {
  readonly name: string;
  readonly label: Bilingual;
  readonly kind: FieldKind;
  readonly input: readonly string[];
  readonly record: readonly string[];
}

const fieldsByCall = new Map<ApiCallId, readonly WrittenField[]>();

export function writtenFields(id: ApiCallId): readonly WrittenField[] {
  const known = fieldsByCall.get(id) ?? fieldsOfCall(id);
  fieldsByCall.set(id, known);
  return known;
}

function fieldsOfCall(id: ApiCallId): readonly WrittenField[] {
  const { parameters, body } = sellerCall(id);
  if (body) {
    return fieldsOf(body.schema).map((field) => ({
      ...field,
      input: ["body", ...field.path],
      record: field.path,
    }));
  }
  return parameters
    .filter(({ in: place }) => place === "path")
    .map(({ name, label }) => ({
      name,
      label,
      kind: "integer",
      input: ["parameters", name],
      record: [name],
    }));
}

function changeOf(field: WrittenField, input: RawInput, record: Fields): FieldChange | undefined {
  const before = shown(recordValue(record, field.record));
  const after = shown(valueAt(input, field.input));
  if (before === undefined && after === undefined) {
    return undefined;
  }
  const { name, label, kind } = field;
  return { name, label, before, after, state: stateOf(before, after, kind) };
}

function stateOf(
  before: FieldValue | undefined,
  after: FieldValue | undefined,
  kind: FieldKind,
): FieldChange["state"] {
  if (after === undefined) {
    return "notSent";
  }
  if (before === undefined || before === null) {
    return "new";
  }
  return isSameValue(before, after, kind) ? "same" : "changed";
}

/** A number as text, or a moment in another notation, is the same value. */
export function isSameValue(before: FieldValue, after: FieldValue, kind: FieldKind): boolean {
  if (before === after) {
    return true;
  }
  if (kind === "timestamp") {
    return momentOf(before) === momentOf(after);
  }
  return typeof after === "number" && typeof before === "string" && isNumber(before, after);
}

function isNumber(text: string, value: number): boolean {
  const reading = readDecimal(text);
  return (reading.ok && reading.value === value) || readWrittenNumber(text) === value;
}

/** Returns NaN, which equals nothing, for any value that is not a moment. */
function momentOf(value: FieldValue): number {
  return typeof value === "number" ? value : Date.parse(String(value));
}

function shown(value: unknown): FieldValue | undefined {
  if (typeof value === "string") {
    return value.slice(0, maxShownValue);
  }
  if (typeof value === "number" || typeof value === "boolean" || value === null) {
    return value;
  }
  return value === undefined ? undefined : JSON.stringify(value).slice(0, maxShownValue);
}

function sameCount(changes: readonly FieldChange[]): number {
  return changes.filter(({ state }) => state === "same").length;
}
