import type { Declaration } from "./declarations.ts";
import type { Language } from "./languages.ts";

/** A row of the intended file; `from` is its row in the old file, if it is unchanged. */
export interface Row {
  readonly text: string;
  readonly from?: number;
}

export interface Source {
  readonly lines: readonly string[];
  readonly found: readonly Declaration[];
  readonly language: Language;
}
