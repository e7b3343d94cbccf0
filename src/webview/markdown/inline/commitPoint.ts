import type { Token } from "marked";

import { openMath } from "../math/mathSyntax.ts";

/** A piece of a long text is committed at the first safe point after this many characters. */
export const MIN_PIECE = 256;

/** Syntax in plain text that a later character might still complete. */
const unfinished = /[`[]|<(?=[A-Za-z/!?]|$)|\*(?!\s)|~(?!\s)|(?<![\p{L}\p{N}])_(?!\s)|\\$/u;
const wordStart = /(?<=\S) (?=\S)/g;

/**
 * Where the text can be cut so that both parts, lexed alone, are what they are together: between two words, outside all
 * markup, with nothing before it that is still open. Depends on nothing after the cut but its next character, so that the
 * pieces of a text are the same however it arrived. `tokens` are those of `source`.
 */
export function findCommitPoint(source: string, tokens: readonly Token[]): number | undefined {
  let start = 0;
  for (const token of tokens) {
    const end = start + token.raw.length;
    if (token.type === "text") {
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

/** A link's tag, or a sign that a later one may make a formula. */
function isUnfinishedToken({ type, raw }: Token): boolean {
  return type === "html" ? /^<\/?a\b/i.test(raw) : type === "escape" && /^\\[([]/.test(raw);
}

function pointWithin(source: string, start: number, end: number): number | undefined {
  wordStart.lastIndex = Math.max(0, start - 1);
  const match = start <= end ? wordStart.exec(source) : null;
  return match && match.index + 1 <= end ? match.index + 1 : undefined;
}

const delimiters = /[*_~[\]<`!]+/g;

/** Work beyond this, in delimiter runs times characters, is not put into showing an unfinished text. */
export const OPEN_COST = 1_000_000;
/** The same for a text that is finished. */
export const CLOSED_COST = 5_000_000;

/** How much of the text can be lexed for that cost: at worst the lexer looks at all of it for each delimiter. */
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
