import { sha256 } from "../../shared/base/hash.ts";
import { isRecord } from "../../shared/base/json.ts";

/** Equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(inOrder(value));
}

export function hashOfJson(value: unknown): Promise<string> {
  return sha256(canonicalJson(value));
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(inOrder);
  }
  if (!isRecord(value)) {
    return value;
  }
  const keys = Object.keys(value).toSorted();
  return Object.fromEntries(keys.map((key) => [key, inOrder(value[key])]));
}
