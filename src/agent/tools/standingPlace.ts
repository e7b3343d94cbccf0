import type { Hunk } from "../../edits/lineDiff.ts";

/** Lines from 1, both included. */
interface LinePlace {
  readonly startLine: number;
  readonly endLine: number;
}

/**
 * Where lines of a text stand after other changes of it, such as those of a formatter. Where a change covers some of the
 * lines, all lines that it put there belong to the place.
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
