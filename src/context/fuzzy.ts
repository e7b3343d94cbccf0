/** Where a query was found in a text: half-open ranges of UTF-16 units, in order. */
export interface FuzzyMatch {
  /** Higher is better; only comparable for the same query. */
  readonly score: number;
  readonly ranges: readonly (readonly [start: number, end: number])[];
}

/** Longer texts and queries are cut before they are compared, so that one name costs a bounded time. */
const maxText = 512;
const maxQuery = 64;

const unitPoints = 1;
const runPoints = 6;
const wordStartPoints = 8;
const nameStartPoints = 6;
const exactCasePoints = 1;
const exactNamePoints = 40;
const unmatched = -1_000_000;

/**
 * Finds the letters of `query` in `text` in their order, with gaps: undefined if they are not all there.
 * Prefers runs, beginnings of words (after a separator, or camelCase) and the last path segment. Spaces in
 * the query separate nothing: they are left out.
 */
export function fuzzyMatch(query: string, text: string): FuzzyMatch | undefined {
  const wanted = query.replaceAll(/\s+/gu, "").slice(0, maxQuery);
  const shown = text.slice(0, maxText);
  if (wanted === "") {
    return { score: 0, ranges: [] };
  }
  // Lower-casing may change the length of a text; then its positions would not be the shown ones.
  const lowerText = sameLengthLower(shown);
  const lowerQuery = sameLengthLower(wanted);
  if (!hasInOrder(lowerQuery, lowerText)) {
    return undefined;
  }
  const positions = bestPositions({ wanted, lowerQuery, shown, lowerText });
  const nameStart = nameStartOf(shown);
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
}

/** The best-paid placement of the query, by dynamic programming over (query unit, text unit). */
function bestPositions(compared: Compared): {
  readonly score: number;
  readonly at: readonly number[];
} {
  const { lowerQuery, lowerText } = compared;
  const width = lowerText.length;
  const scores = new Float64Array(lowerQuery.length * width).fill(unmatched);
  const from = new Int32Array(lowerQuery.length * width).fill(-1);
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
        scores[row * width + column] = Math.max(best, run) + pointsOf(compared, row, column);
        from[row * width + column] = run >= best ? column - 1 : bestAt;
      }
    }
  }
  return traceBack(scores, from, { rows: lowerQuery.length, width });
}

function traceBack(
  scores: Float64Array,
  from: Int32Array,
  { rows, width }: { readonly rows: number; readonly width: number },
): { readonly score: number; readonly at: readonly number[] } {
  const last = scores.subarray((rows - 1) * width);
  let column = last.reduce((best, score, at) => (score > (last[best] ?? unmatched) ? at : best), 0);
  const score = last[column] ?? unmatched;
  const at: number[] = [];
  for (let row = rows - 1; row >= 0; row -= 1) {
    at.unshift(column);
    column = from[row * width + column] ?? -1;
  }
  return { score, at };
}

function pointsOf({ wanted, shown }: Compared, row: number, column: number): number {
  const exactCase = wanted[row] === shown[column] ? exactCasePoints : 0;
  const wordStart = isWordStart(shown, column) ? wordStartPoints : 0;
  const name = column === nameStartOf(shown) ? nameStartPoints : 0;
  const inName = column >= nameStartOf(shown) ? 2 : 0;
  return unitPoints + exactCase + wordStart + name + inName;
}

function isWordStart(text: string, at: number): boolean {
  const before = text[at - 1];
  const here = text[at] ?? "";
  return (
    before === undefined ||
    /[\s/\\_.:-]/u.test(before) ||
    (/\p{Lu}/u.test(here) && !/\p{Lu}/u.test(before)) ||
    (/\d/u.test(here) && !/\d/u.test(before))
  );
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
