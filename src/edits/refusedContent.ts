import { isElision } from "./elision.ts";
import { isBlank, linesOf } from "./fileLines.ts";

/** Begins our notices in tool results. No file may contain it. */
export const noticeMark = "[AI Hub:";

/** `line` is the line's number in the new text, from 1. */
export interface RefusedContent {
  readonly reason: "omitted" | "notice" | "conflict" | "maskToken";
  readonly line: number;
  readonly text: string;
}

export interface ContentChange {
  readonly before: string;
  readonly after: string;
  readonly language: string;
  /** Finds tokens of masked values that can no longer be restored. */
  readonly maskTokens?: ((text: string) => readonly string[]) | undefined;
}

const conflictStart = /^<{7}(?: |$)/u;
const conflictEnd = /^>{7}(?: |$)/u;

export function refusedContent(change: ContentChange): RefusedContent | undefined {
  const known = new Set(linesOf(change.before).map((line) => line.trim()));
  const tokensOf = change.maskTokens ?? (() => []);
  const knownTokens = new Set(tokensOf(change.before));
  for (const [index, text] of linesOf(change.after).entries()) {
    if (!isBlank(text) && !known.has(text.trim())) {
      const reason = reasonAgainst(text, change.language);
      const hasToken = tokensOf(text).some((token) => !knownTokens.has(token));
      if (reason !== undefined || hasToken) {
        return { reason: reason ?? "maskToken", line: index + 1, text };
      }
    }
  }
  return undefined;
}

function reasonAgainst(line: string, language: string): RefusedContent["reason"] | undefined {
  if (line.includes(noticeMark)) {
    return "notice";
  }
  if (conflictStart.test(line) || conflictEnd.test(line)) {
    return "conflict";
  }
  return isElision(line, language) ? "omitted" : undefined;
}

const manyLines = 50;

export function dropsMost(before: string, after: string): boolean {
  const [was, is] = [before, after].map((text) => linesOf(text).length);
  return was !== undefined && is !== undefined && was >= manyLines && is < was / 2;
}
