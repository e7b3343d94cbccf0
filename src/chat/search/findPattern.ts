import type { FindQuery } from "../../shared/calls/historyCalls.ts";

export interface FindPattern {
  readonly source: string;
  readonly flags: string;
  /** A person's own expression may take for ever; the others are linear. */
  readonly isTrusted: boolean;
}

/** Half-open ranges of a text. */
export type Ranges = readonly (readonly [start: number, end: number])[];

/** Undefined if it is not a regular expression. */
export function findPattern(query: FindQuery): FindPattern | undefined {
  const { text, isCaseSensitive, isWholeWord, isRegex } = query;
  const inner = isRegex ? `(?:${text})` : escaped(text);
  const source = isWholeWord ? `(?<![\\p{L}\\p{N}_])${inner}(?![\\p{L}\\p{N}_])` : inner;
  const flags = `gmu${isCaseSensitive ? "" : "i"}`;
  try {
    void new RegExp(isRegex ? text : source, flags);
    return { source, flags, isTrusted: !isRegex };
  } catch {
    // What the person has typed so far is not an expression.
    return undefined;
  }
}

/** The first matches in a text that are not empty. */
export function rangesOf(pattern: FindPattern, text: string, limit: number): Ranges {
  const ranges: [number, number][] = [];
  for (const match of text.matchAll(new RegExp(pattern.source, pattern.flags))) {
    if (match[0] !== "") {
      ranges.push([match.index, match.index + match[0].length]);
    }
    if (ranges.length >= limit) {
      break;
    }
  }
  return ranges;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
}
