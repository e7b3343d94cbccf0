import { isBlank } from "../fileLines.ts";
import { letters } from "../indentation.ts";

export function weightOf(line: string): number {
  const count = letters(line);
  if (count === 0) {
    return isBlank(line) ? 0.02 : 0.15;
  }
  return Math.min(1, 0.3 + count / 20);
}

const maxFuzzyPairs = 1_500_000;
const minSimilarity = 0.6;
const minTokens = 2;

export interface Scored {
  readonly similarity: (fragmentRow: number, fileRow: number) => number;
}

export function lineScores(fragment: readonly string[], file: readonly string[]): Scored {
  const ids = new Map<string, number>();
  const left = fragment.map((line) => keysOf(line, ids));
  const right = file.map((line) => keysOf(line, ids));
  const isFuzzy = fragment.length * file.length <= maxFuzzyPairs;
  const leftTokens = isFuzzy ? fragment.map(tokensOf) : [];
  const rightTokens = isFuzzy ? file.map(tokensOf) : [];
  return {
    similarity(fragmentRow, fileRow) {
      const a = left[fragmentRow];
      const b = right[fileRow];
      if (!a || !b) {
        return 0;
      }
      if (a.exact === b.exact) {
        return 1;
      }
      if (a.trimmed === b.trimmed && a.saysMuch) {
        return 0.7;
      }
      const tokens = leftTokens[fragmentRow];
      const others = rightTokens[fileRow];
      const likeness = tokens && others ? dice(tokens, others) : 0;
      return likeness < minSimilarity ? 0 : 0.6 * likeness;
    },
  };
}

interface Keys {
  readonly exact: number;
  readonly trimmed: number;
  readonly saysMuch: boolean;
}

function keysOf(line: string, ids: Map<string, number>): Keys {
  const idOf = (text: string): number => {
    const id = ids.get(text) ?? ids.size;
    ids.set(text, id);
    return id;
  };
  return {
    exact: idOf(line.trimEnd()),
    trimmed: idOf(line.trim()),
    saysMuch: letters(line) >= 2,
  };
}

function tokensOf(line: string): ReadonlySet<string> {
  return new Set(line.slice(0, 500).match(/[\p{L}\p{N}_$]+/gu));
}

function dice(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size < minTokens || b.size < minTokens || a.size > 3 * b.size || b.size > 3 * a.size) {
    return 0;
  }
  let common = 0;
  for (const token of a) {
    common += b.has(token) ? 1 : 0;
  }
  return (2 * common) / (a.size + b.size);
}

export const otherLine = 0.35;

export function tokenLikeness(a: string, b: string): number {
  return dice(tokensOf(a), tokensOf(b));
}
