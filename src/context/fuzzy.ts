export interface FuzzyMatch {
  /** Comparable only between results of the same query. */
  readonly score: number;
  readonly ranges: readonly (readonly [start: number, end: number])[];
}

const maxText = 512;
const maxQuery = 64;

const unitPoints = 1;
const runPoints = 9;
const gapPoints = -6;
const wordStartPoints = 8;
const nameStartPoints = 6;
const exactCasePoints = 1;
const inNamePoints = 2;
const exactNamePoints = 40;
const unmatched = -1_000_000;

/**
 * Matches the letters of `query` in order, with gaps; ignores its spaces. Undefined if a letter is missing. Prefers
 * runs, word starts (after a separator, or in camelCase) and the last path segment.
 */
export function fuzzyMatch(query: string, text: string): FuzzyMatch | undefined {
  const wanted = query.replaceAll(/\s+/gu, "").slice(0, maxQuery);
  const shown = text.slice(0, maxText);
  if (wanted === "") {
    return { score: 0, ranges: [] };
  }
  // Lower case may change a text's length; positions must fit the shown text.
  const lowerText = sameLengthLower(shown);
  const lowerQuery = sameLengthLower(wanted);
  if (!hasInOrder(lowerQuery, lowerText)) {
    return undefined;
  }
  const nameStart = nameStartOf(shown);
  const positions = bestPositions({ wanted, lowerQuery, shown, lowerText, nameStart });
  const isName = lowerText.slice(nameStart) === lowerQuery;
  return {
    score: positions.score + (isName ? exactNamePoints : 0) - shown.length * 0.05,
    ranges: rangesOf(positions.at),
  };
}

interface Compared {
  readonly wanted: string;
  readonly lowerQuery: string;
  readonly shown: string;
  readonly lowerText: string;
  readonly nameStart: number;
}

/** Reused, because one key press compares thousands of names. */
const scores = new Int32Array(maxQuery * maxText);
const from = new Int16Array(maxQuery * maxText);

/** Best placement by dynamic programming over (query unit, text unit). */
function bestPositions(compared: Compared): {
  readonly score: number;
  readonly at: readonly number[];
} {
  const { lowerQuery, lowerText } = compared;
  const width = lowerText.length;
  scores.fill(unmatched, 0, lowerQuery.length * width);
  for (let row = 0; row < lowerQuery.length; row += 1) {
    let best = row === 0 ? 0 : unmatched;
    let bestAt = -1;
    for (let column = row; column < width; column += 1) {
      const above = scores[(row - 1) * width + column - 1] ?? unmatched;
      if (above > best) {
        best = above;
        bestAt = column - 1;
      }
      if (best > unmatched && lowerQuery[row] === lowerText[column]) {
        const run = above > unmatched ? above + runPoints : unmatched;
        const jump = row === 0 ? best : best + gapPoints;
        scores[row * width + column] = Math.max(jump, run) + pointsOf(compared, row, column);
        from[row * width + column] = run >= jump ? column - 1 : bestAt;
      }
    }
  }
  return traceBack(lowerQuery.length, width);
}

function traceBack(
  rows: number,
  width: number,
): { readonly score: number; readonly at: readonly number[] } {
  let column = 0;
  let score = unmatched;
  for (let at = 0; at < width; at += 1) {
    const one = scores[(rows - 1) * width + at] ?? unmatched;
    if (one > score) {
      score = one;
      column = at;
    }
  }
  const at: number[] = [];
  for (let row = rows - 1; row >= 0; row -= 1) {
    at.unshift(column);
    column = from[row * width + column] ?? -1;
  }
  return { score, at };
}

function pointsOf({ wanted, shown, nameStart }: Compared, row: number, column: number): number {
  const exactCase = wanted[row] === shown[column] ? exactCasePoints : 0;
  const wordStart = isWordStart(shown, column) ? wordStartPoints : 0;
  const name = column === nameStart ? nameStartPoints : 0;
  const inName = column >= nameStart ? inNamePoints : 0;
  return unitPoints + exactCase + wordStart + name + inName;
}

function isWordStart(text: string, at: number): boolean {
  if (at === 0) {
    return true;
  }
  const before = text.charCodeAt(at - 1);
  const here = text.charCodeAt(at);
  return (
    separators.has(before) ||
    (isUpper(here) && !isUpper(before)) ||
    (isDigit(here) && !isDigit(before))
  );
}

const separators = new Set(Array.from(" \t/\\_.:-", (sign) => sign.charCodeAt(0)));

function isUpper(unit: number): boolean {
  return unit >= 0x41 && unit <= 0x5a;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

function nameStartOf(text: string): number {
  return Math.max(text.lastIndexOf("/"), text.lastIndexOf("\\")) + 1;
}

function hasInOrder(query: string, text: string): boolean {
  let at = 0;
  for (let index = 0; index < query.length; index += 1) {
    at = text.indexOf(query[index] ?? "", at) + 1;
    if (at === 0) {
      return false;
    }
  }
  return true;
}

function sameLengthLower(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}

function rangesOf(positions: readonly number[]): readonly (readonly [number, number])[] {
  const ranges: [number, number][] = [];
  for (const at of positions) {
    const last = ranges.at(-1);
    if (last?.[1] === at) {
      last[1] = at + 1;
    } else {
      ranges.push([at, at + 1]);
    }
  }
  return ranges;
}
