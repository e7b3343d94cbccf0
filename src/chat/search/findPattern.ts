import type { FindQuery } from "../../shared/calls/historyCalls.ts";

export interface FindPattern {
  readonly source: string;
  readonly flags: string;
  /** Whether the pattern runs in linear time; a person's own expression may not. */
  readonly isTrusted: boolean;
}

/** Half-open ranges of a text. */
export type Ranges = readonly (readonly [start: number, end: number])[];

/** Undefined if the query is not a valid regular expression. */
export function findPattern(query: FindQuery): FindPattern | undefined {
  const { text, isCaseSensitive, isWholeWord, isRegex } = query;
  const inner = isRegex ? `(?:${text})` : escaped(text);
  const source = isWholeWord ? `(?<![\\p{L}\\p{N}_])${inner}(?![\\p{L}\\p{N}_])` : inner;
  const flags = `gmu${isCaseSensitive ? "" : "i"}`;
  try {
    void new RegExp(isRegex ? text : source, flags);
    return { source, flags, isTrusted: !isRegex };
  } catch {
    // The person is still typing the expression.
    return undefined;
  }
}

/** The first non-empty matches in a text. */
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
