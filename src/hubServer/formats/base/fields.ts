import { type Fields, isRecord } from "../../../shared/base/json.ts";
import { parseJson } from "./jsonText.ts";

/** Fields that are not validated. */
export type { Fields } from "../../../shared/base/json.ts";

const noFields: Fields = {};

export function fieldsOf(value: unknown): Fields {
  return isRecord(value) ? value : noFields;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function stringOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

export function countOf(value: unknown): number {
  const count = numberOf(value) ?? 0;
  return count > 0 ? Math.min(Math.round(count), Number.MAX_SAFE_INTEGER) : 0;
}

export function parseFields(text: string): Fields | undefined {
  try {
    const value: unknown = parseJson(text);
    return isRecord(value) ? value : undefined;
  } catch {
    // Not JSON: the caller handles it.
    return undefined;
  }
}
