import { type Hunk, lineDiff } from "../lineDiff.ts";

export interface Rebased<H extends Hunk> {
  readonly hunks: readonly H[];
  readonly lost: number;
}

/** A hunk is lost if its lines or place were changed. */
export function rebaseHunks<H extends Hunk>(
  before: readonly string[],
  after: readonly string[],
  hunks: readonly H[],
): Rebased<H> {
  const changes = lineDiff(before, after);
  const moved = hunks.flatMap((hunk) => {
    const shift = shiftOf(hunk, changes);
    return shift === undefined ? [] : { ...hunk, start: hunk.start + shift };
  });
  return { hunks: moved, lost: hunks.length - moved.length };
}

export function hunksAfter<H extends Hunk>(
  hunks: readonly H[],
  applied: readonly H[],
): readonly H[] {
  return hunks
    .filter((hunk) => !applied.includes(hunk))
    .map((hunk) => ({ ...hunk, start: hunk.start + growthBefore(hunk.start, applied) }));
}

function shiftOf(hunk: Hunk, changes: readonly Hunk[]): number | undefined {
  const end = hunk.start + hunk.removed.length;
  const overlaps = changes.some(
    ({ start, removed }) => start < end && start + removed.length > hunk.start,
  );
  return overlaps ? undefined : growthBefore(hunk.start, changes);
}

function growthBefore(line: number, changes: readonly Hunk[]): number {
  return changes
    .filter(({ start, removed }) => start + removed.length <= line)
    .reduce((sum, { removed, added }) => sum + added.length - removed.length, 0);
}
