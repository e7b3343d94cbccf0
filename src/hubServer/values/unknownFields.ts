import * as z from "zod/mini";

import { isRecord } from "../../shared/base/json.ts";

export interface UnknownField {
  readonly path: readonly string[];
  readonly nearest?: string;
}

const maxCompared = 100;

/** Fields that the schema does not have; it stays lenient, for other versions. */
export function unknownFields(
  schema: z.core.$ZodType,
  value: unknown,
  path: readonly string[] = [],
): readonly UnknownField[] {
  if (
    schema instanceof z.ZodMiniOptional ||
    schema instanceof z.ZodMiniExactOptional ||
    schema instanceof z.ZodMiniNullable
  ) {
    return unknownFields(schema.def.innerType, value, path);
  }
  if (schema instanceof z.ZodMiniUnion) {
    const found = schema.def.options.map((option) => unknownFields(option, value, path));
    return found.toSorted((one, other) => one.length - other.length)[0] ?? [];
  }
  if (schema instanceof z.ZodMiniArray && Array.isArray(value)) {
    const { element } = schema.def;
    return value.flatMap((item, at) => unknownFields(element, item, [...path, String(at)]));
  }
  if (!(schema instanceof z.ZodMiniObject) || !isRecord(value)) {
    return [];
  }
  const { shape, catchall } = schema.def;
  const names = Object.keys(shape);
  return Object.entries(value).flatMap(([name, inner]) => {
    const known = Object.hasOwn(shape, name) ? shape[name] : catchall;
    const isKnown = known !== undefined && !(known instanceof z.core.$ZodNever);
    return isKnown
      ? unknownFields(known, inner, [...path, name])
      : [{ path: [...path, name], ...nearestOf(name, names) }];
  });
}

export function nearestOf(name: string, names: readonly string[]): Pick<UnknownField, "nearest"> {
  const likeness = new Map(names.map((known) => [known, likenessOf(name, known)]));
  const [nearest] = names.toSorted(
    (one, other) => (likeness.get(other) ?? 0) - (likeness.get(one) ?? 0),
  );
  return nearest === undefined ? {} : { nearest };
}

/** From 0 to 1: `key` is like `key_from`, not like `url`. */
function likenessOf(one: string, other: string): number {
  const text = one.slice(0, maxCompared).toLowerCase();
  let common = Array.from({ length: other.length + 1 }, () => 0);
  for (const letter of text) {
    const next = [0];
    for (let at = 0; at < other.length; at += 1) {
      const matched = other[at] === letter ? (common[at] ?? 0) + 1 : 0;
      next.push(Math.max(matched, common[at + 1] ?? 0, next[at] ?? 0));
    }
    common = next;
  }
  return (2 * (common.at(-1) ?? 0)) / (text.length + other.length);
}
