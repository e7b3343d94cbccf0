import { isElision } from "./elision.ts";
import { isBlank, linesOf } from "./fileLines.ts";

/** How every notice of ours in a tool's result begins; no file gets one. */
export const noticeMark = "[AI Hub:";

/** Content that must not be written. `line` is its number in the new text, from 1. */
export interface RefusedContent {
  readonly reason: "omitted" | "notice" | "conflict" | "maskToken";
  readonly line: number;
  readonly text: string;
}

export interface ContentChange {
  /** The file as it is; empty for a new file. */
  readonly before: string;
  readonly after: string;
  /** Language of the file, or the ending of its name. */
  readonly language: string;
  /** Tokens in a text that stand for masked values, which nobody knows any more. */
  readonly maskTokens?: ((text: string) => readonly string[]) | undefined;
}

const conflictStart = /^<{7}(?: |$)/u;
const conflictEnd = /^>{7}(?: |$)/u;

/**
 * The first line that would be new in the file and cannot be meant: a placeholder for omitted code, a notice of ours, a
 * conflict marker, a token in place of a masked value.
 */
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

/** Whether a write drops over half of a file of 50 lines or more: it needs a person's yes. */
export function dropsMost(before: string, after: string): boolean {
  const [was, is] = [before, after].map((text) => linesOf(text).length);
  return was !== undefined && is !== undefined && was >= manyLines && is < was / 2;
}
