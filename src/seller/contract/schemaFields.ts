import * as z from "zod/mini";

import { isRecord } from "../../shared/base/json.ts";
import { type FieldInfo, fieldInfo } from "./fields.ts";

export interface BodyField extends FieldInfo {
  /** The path names fields from the outside in: `["id", "estado", "codigo"]`. */
  readonly path: readonly string[];
  /** The path joined by dots, as in problems, columns and differences. */
  readonly name: string;
}

export function fieldsOf(schema: z.ZodMiniType): readonly BodyField[] {
  const known = fieldsBySchema.get(schema);
  if (known) {
    return known;
  }
  const fields = [...leavesOf(schema, [])];
  fieldsBySchema.set(schema, fields);
  return fields;
}

const fieldsBySchema = new WeakMap<z.ZodMiniType, readonly BodyField[]>();

function* leavesOf(schema: z.core.$ZodType, path: readonly string[]): Generator<BodyField> {
  if (schema instanceof z.ZodMiniOptional) {
    yield* leavesOf(schema.def.innerType, path);
  } else if (schema instanceof z.ZodMiniObject) {
    for (const [name, inner] of Object.entries(schema.def.shape)) {
      yield* leavesOf(inner, [...path, name]);
    }
  } else {
    const info = fieldInfo.get(schema);
    if (info) {
      yield { ...info, path, name: path.join(".") };
    }
  }
}

export function valueAt(value: unknown, path: readonly string[]): unknown {
  let inner = value;
  for (const name of path) {
    if (!isRecord(inner) || !Object.hasOwn(inner, name)) {
      return undefined;
    }
    inner = inner[name];
  }
  return inner;
}

/** Copies the objects on the path: objects in `target` stay unchanged. */
export function setAt(
  target: Record<string, unknown>,
  path: readonly string[],
  value: unknown,
): void {
  const [name = "", ...rest] = path;
  if (rest.length === 0) {
    target[name] = value;
    return;
  }
  const known = target[name];
  const inner: Record<string, unknown> = isRecord(known) ? { ...known } : {};
  target[name] = inner;
  setAt(inner, rest, value);
}
