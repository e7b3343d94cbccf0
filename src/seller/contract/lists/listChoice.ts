import * as z from "zod/mini";

import { type Fields, isRecord } from "../../../shared/base/json.ts";
import type { ApiCallId } from "../calls.ts";
import { textless } from "../responses.ts";
import { setAt } from "../schemaFields.ts";
import { fieldsOfList } from "./knownNames.ts";
import { knownSpelling } from "./spelling.ts";

const pathSchema = z.array(z.string().check(z.maxLength(200))).check(z.maxLength(8));

function choiceSchema(list: ApiCallId) {
  return z.strictObject({
    /** Names from the outside in, or indices; empty if the answer itself is the list. */
    path: pathSchema,
    /** A field under its own name needs no entry here. */
    fields: z.optional(z.partialRecord(z.enum(fieldsOfList(list)), pathSchema)),
  });
}

export const listChoicesSchema = z.strictObject({
  listProducts: z.optional(choiceSchema("listProducts")),
  listStock: z.optional(choiceSchema("listStock")),
  listPrices: z.optional(choiceSchema("listPrices")),
  listDeliveryTerms: z.optional(choiceSchema("listDeliveryTerms")),
  listMinimumOrders: z.optional(choiceSchema("listMinimumOrders")),
});

export type ListChoices = Readonly<z.infer<typeof listChoicesSchema>>;

/** A person's choice of where a list and its fields are in an answer. */
export interface ListChoice {
  readonly path: readonly string[];
  readonly fields?: Readonly<Partial<Record<string, readonly string[]>>> | undefined;
}

/**
 * Undefined if the answer does not fit the choice. On the first page every chosen field must occur, later at least one:
 * a field that disappeared is never read as empty.
 */
export function readChosen(
  answer: unknown,
  { path, fields = {} }: ListChoice,
  isFirst = true,
): readonly Fields[] | undefined {
  if (isNothing(answer)) {
    return [];
  }
  const entries = entriesAt(answer, path);
  if (!entries) {
    return undefined;
  }
  const chosen = Object.entries(fields).flatMap(([name, from]) => (from ? [{ name, from }] : []));
  const isThere = ({ from }: { readonly from: readonly string[] }): boolean =>
    entries.some((entry) => valueIn(entry, from) !== undefined);
  const fits = isFirst ? chosen.every(isThere) : chosen.length === 0 || chosen.some(isThere);
  const records = entries
    .map((entry) => recordOf(textless(entry), chosen))
    .filter((record) => record !== undefined);
  return entries.length > 0 && (!fits || records.length === 0) ? undefined : records;
}

export function entriesAt(
  answer: unknown,
  path: readonly string[],
): readonly unknown[] | undefined {
  const list = valueIn(answer, path);
  if (isArray(list)) {
    return list;
  }
  const values = isRecord(list) ? Object.values(list) : [];
  return values.length > 0 && values.every(isEntry) ? values : undefined;
}

function isEntry(value: unknown): boolean {
  const plain = textless(value);
  return isRecord(plain) || isArray(plain);
}

/** Follows objects, arrays and JSON texts. */
function valueIn(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((outer, name) => {
    const inner = textless(outer);
    return typeof inner === "object" && inner !== null && Object.hasOwn(inner, name)
      ? textless(Reflect.get(inner, name))
      : undefined;
  }, textless(value));
}

function recordOf(
  entry: unknown,
  chosen: readonly { readonly name: string; readonly from: readonly string[] }[],
): Fields | undefined {
  if (!isRecord(entry) && !isArray(entry)) {
    return undefined;
  }
  const record: Record<string, unknown> = isRecord(entry) ? { ...knownSpelling(entry) } : {};
  for (const { name, from } of chosen) {
    setAt(record, name.split("."), valueIn(entry, from));
  }
  return record;
}

function isNothing(answer: unknown): boolean {
  return (
    answer === undefined || answer === null || answer === "" || (isArray(answer) && !answer.length)
  );
}

/** `Array.isArray` narrows `unknown` to `any[]`; this keeps `unknown`. */
function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
