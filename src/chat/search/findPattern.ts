import type { FindQuery } from "../../shared/calls/historyCalls.ts";
import { escapePattern } from "../../shared/text/escapePattern.ts";

export interface FindPattern {
  readonly source: string;
  readonly flags: string;
  /** Trusted patterns take linear time; a person's own expression may be slower. */
  readonly isTrusted: boolean;
}

export type Ranges = readonly (readonly [start: number, end: number])[];

export function findPattern(query: FindQuery): FindPattern | undefined {
  const { text, isCaseSensitive, isWholeWord, isRegex } = query;
  const inner = isRegex ? `(?:${text})` : escapePattern(text);
  const source = isWholeWord ? `(?<![\\p{L}\\p{N}_])${inner}(?![\\p{L}\\p{N}_])` : inner;
  const flags = `gmu${isCaseSensitive ? "" : "i"}`;
  try {
    void new RegExp(isRegex ? text : source, flags);
    return { source, flags, isTrusted: !isRegex };
  } catch {
    // The person is still typing it.
    return undefined;
  }
}

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
