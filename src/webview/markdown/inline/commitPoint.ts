import type { Token } from "marked";

import { openMath } from "../math/mathSyntax.ts";

/** A long text is committed at the first safe point after this many characters. */
export const MIN_PIECE = 256;

const unfinished = /[`[]|<(?=[A-Za-z/!?]|$)|\*(?!\s)|~(?!\s)|(?<![\p{L}\p{N}])_(?!\s)|\\$/u;
const wordStart = /(?<=\S) (?=\S)/g;

/**
 * Finds a place where both parts draw the same alone as together: between two words, outside markup, without open
 * syntax before it. It depends only on the text up to one character after the cut, so the pieces are independent of
 * streaming. `tokens` are of `source`.
 */
export function findCommitPoint(source: string, tokens: readonly Token[]): number | undefined {
  let start = 0;
  let openTags = 0;
  for (const token of tokens) {
    const end = start + token.raw.length;
    openTags = Math.max(0, openTags + tagDepth(token));
    if (token.type === "text" && openTags === 0) {
      const point = pointWithin(source, Math.max(start, MIN_PIECE), end);
      const before = source.slice(start, point ?? end);
      if (unfinished.test(before) || openMath.test(before)) {
        return undefined;
      }
      if (point !== undefined) {
        return point;
      }
    } else if (isUnfinishedToken(token)) {
      return undefined;
    }
    start = end;
  }
  return undefined;
}

function tagDepth({ type, raw }: Token): number {
  const match = type === "html" ? /^<(\/?)(?:kbd|sub|sup)>$/i.exec(raw) : null;
  return match ? (match[1] === "" ? 1 : -1) : 0;
}

function isUnfinishedToken({ type, raw }: Token): boolean {
  return type === "html" ? /^<\/?a\b/i.test(raw) : type === "escape" && /^\\[([]/.test(raw);
}

function pointWithin(source: string, start: number, end: number): number | undefined {
  wordStart.lastIndex = Math.max(0, start - 1);
  const match = start <= end ? wordStart.exec(source) : null;
  return match && match.index + 1 <= end ? match.index + 1 : undefined;
}

const delimiters = /[*_~[\]<`!]+/g;

/** The most work for one text: delimiter runs × characters. */
export const OPEN_COST = 1_000_000;
export const CLOSED_COST = 5_000_000;

/** The length that costs at most this: at worst the lexer reads the whole text per delimiter. */
export function affordableLength(source: string, cost: number): number {
  if (source.length * source.length <= cost) {
    return source.length;
  }
  let runs = 0;
  for (const { index } of source.matchAll(delimiters)) {
    runs += 1;
    if (runs * (index + 1) > cost) {
      return index;
    }
  }
  return Math.min(source.length, Math.floor(cost / Math.max(1, runs)));
}
