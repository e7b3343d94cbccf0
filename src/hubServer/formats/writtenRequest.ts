import type { Fields } from "./fields.ts";

/** A request in one format, and the names of what had no place in it. */
export interface WrittenRequest {
  readonly fields: Fields;
  readonly dropped: ReadonlySet<string>;
}

/** The object without its undefined values, which JSON has no form for. */
export function defined(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
