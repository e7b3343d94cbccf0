import type { Fields } from "./fields.ts";

export interface WrittenRequest {
  readonly fields: Fields;
  readonly dropped: ReadonlySet<string>;
}

export function defined(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
