import { isRecord } from "../../../shared/base/json.ts";
import type { Cell } from "../../../shared/sellerPage/sellerState.ts";

const maxFields = 250;
const maxDepth = 5;
const maxText = 500;

/** The record as a flat list: names inside objects are joined by dots, list entries by their numbers. */
export function flatRecord(record: unknown): { name: string; value: Cell }[] {
  return [...leavesOf(record, "", maxDepth)].slice(0, maxFields);
}

function* leavesOf(
  value: unknown,
  name: string,
  depth: number,
): Generator<{ readonly name: string; readonly value: Cell }> {
  const prefix = name === "" ? "" : `${name}.`;
  if (depth > 0 && Array.isArray(value)) {
    for (const [index, entry] of value.slice(0, maxFields).entries()) {
      yield* leavesOf(entry, `${prefix}${index + 1}`, depth - 1);
    }
  } else if (depth > 0 && isRecord(value)) {
    for (const [key, inner] of Object.entries(value).slice(0, maxFields)) {
      yield* leavesOf(inner, prefix + key.slice(0, 200), depth - 1);
    }
  } else {
    yield { name: name.slice(0, maxText), value: cellOf(value) };
  }
}

function cellOf(value: unknown): Cell {
  if (typeof value === "number" || typeof value === "boolean" || value === null) {
    return value;
  }
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return text.slice(0, maxText);
}
