import { type Fields, isFields, numberOf } from "./fields.ts";

/** Whether a value has a form in which it is read. */
type Form = (value: unknown) => boolean;

/** The fields that a reader reads, each with its form. */
export type KnownFields = ReadonlyMap<string, Form>;

/** Forms of fields. `any`: the reader, or a check before it, judges the value itself. */
export const readAs: Readonly<
  Record<"any" | "text" | "number" | "flag" | "list" | "fields" | "texts", Form>
> = {
  any: () => true,
  text: (value) => typeof value === "string",
  number: (value) => numberOf(value) !== undefined,
  flag: (value) => typeof value === "boolean",
  list: (value) => Array.isArray(value),
  fields: isFields,
  texts: (value) => Array.isArray(value) && value.every((item) => typeof item === "string"),
};

/**
 * The fields of a request that are not read: those that are not known, and those in a form in which they are not, such
 * as a number that was sent as a text. Null, and in `idle` a field's default, change nothing.
 */
export function unreadFields(
  fields: Fields,
  known: KnownFields,
  idle: ReadonlyMap<string, unknown> = new Map(),
): readonly string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    const isRead = known.get(name)?.(value) ?? value === idle.get(name);
    return isRead || value === null ? [] : [name];
  });
}
