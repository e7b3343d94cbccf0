import type { Hunk } from "../../../edits/lineDiff.ts";

/** Lines from 1, both inclusive. */
interface LinePlace {
  readonly startLine: number;
  readonly endLine: number;
}

/**
 * Finds a place after other changes of the text, such as a formatter's. A change that overlaps the place adds its new
 * lines to it.
 */
export function standingPlace(
  { startLine, endLine }: LinePlace,
  changes: readonly Hunk[],
): LinePlace {
  const first = startLine - 1;
  let [start, end] = [first, endLine];
  for (const { start: from, removed, added } of changes) {
    const growth = added.length - removed.length;
    if (from + removed.length <= first) {
      start += growth;
      end += growth;
    } else if (from < endLine) {
      start -= Math.max(0, first - from);
      end += growth + Math.max(0, from + removed.length - endLine);
    }
  }
  return { startLine: start + 1, endLine: end };
}
