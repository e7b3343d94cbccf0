import { Lexer } from "marked";

import { unescapeBackslashes } from "../inline/characters.ts";

/** A definition such as `[label]: address "title"`. */
export interface Definition {
  readonly label: string;
  readonly address: string;
  readonly title: string;
}

/** The definitions at a paragraph's start, and the rest (CommonMark §4.7). */
export function takeDefinitions(text: string): { definitions: Definition[]; rest: string } {
  const definitions: Definition[] = [];
  let rest = text;
  for (;;) {
    const match = rest.startsWith("[") ? Lexer.rules.block.normal.def.exec(rest) : null;
    if (!match) {
      return { definitions, rest };
    }
    const [whole, label = "", address = "", title = ""] = match;
    definitions.push({
      label: normalizeLabel(label),
      address: unescapeBackslashes(address.startsWith("<") ? address.slice(1, -1) : address),
      title: unescapeBackslashes(title.slice(1, -1)),
    });
    rest = rest.slice(whole.length);
  }
}

export function normalizeLabel(raw: string): string {
  return raw.trim().replaceAll(/\s+/g, " ").toLowerCase().toUpperCase().toLowerCase();
}
