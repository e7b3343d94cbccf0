import { isRecord } from "../../../shared/base/json.ts";
import { type Fields, numberOf } from "./fields.ts";

type Form = (value: unknown) => boolean;

export type KnownFields = ReadonlyMap<string, Form>;

/** The types of known fields. `any`: the reader, or an earlier check, judges the value. */
export const readAs: Readonly<
  Record<"any" | "text" | "number" | "flag" | "list" | "fields" | "texts", Form>
> = {
  any: () => true,
  text: (value) => typeof value === "string",
  number: (value) => numberOf(value) !== undefined,
  flag: (value) => typeof value === "boolean",
  list: (value) => Array.isArray(value),
  fields: isRecord,
  texts: (value) => Array.isArray(value) && value.every((item) => typeof item === "string"),
};

/** Includes known fields of a wrong type. Null and the defaults in `idle` have no effect. */
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
