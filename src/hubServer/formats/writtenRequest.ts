import type { Fields } from "./fields.ts";

/** A request in one format, and the names of fields that the format cannot represent. */
export interface WrittenRequest {
  readonly fields: Fields;
  readonly dropped: ReadonlySet<string>;
}

/** Removes undefined values, which JSON cannot represent. */
export function defined(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
