export interface Hunk {
  /** A hunk that only adds inserts before this line. */
  readonly start: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** After this many steps the rest becomes one hunk. */
const maxSteps = 2_000;

type Match = readonly [before: number, after: number];

/** Myers 1986, O(ND); in order, and hunks do not touch. */
export function lineDiff(before: readonly string[], after: readonly string[]): readonly Hunk[] {
  const head = commonHead(before, after);
  const tail = commonTail(before, after, head);
  const left = before.slice(head, before.length - tail);
  const right = after.slice(head, after.length - tail);
  return hunksBetween(matchesOf(left, right), left, right).map((hunk) => ({
    ...hunk,
    start: hunk.start + head,
  }));
}

export function applyHunks(lines: readonly string[], hunks: readonly Hunk[]): readonly string[] {
  const parts: (readonly string[])[] = [];
  let at = 0;
  for (const { start, removed, added } of hunks) {
    parts.push(lines.slice(at, start), added);
    at = start + removed.length;
  }
  // Not `push(...lines)`: a long file has too many lines for the arguments of one call.
  return [...parts, lines.slice(at)].flat();
}

function commonHead(before: readonly string[], after: readonly string[]): number {
  const most = Math.min(before.length, after.length);
  let count = 0;
  while (count < most && before[count] === after[count]) {
    count += 1;
  }
  return count;
}

function commonTail(before: readonly string[], after: readonly string[], head: number): number {
  const most = Math.min(before.length, after.length) - head;
  let count = 0;
  while (count < most && before.at(-1 - count) === after.at(-1 - count)) {
    count += 1;
  }
  return count;
}

function hunksBetween(
  matches: readonly Match[],
  before: readonly string[],
  after: readonly string[],
): Hunk[] {
  const hunks: Hunk[] = [];
  let [left, right] = [0, 0];
  for (const [nextLeft, nextRight] of [...matches, [before.length, after.length] as const]) {
    if (nextLeft > left || nextRight > right) {
      const removed = before.slice(left, nextLeft);
      hunks.push({ start: left, removed, added: after.slice(right, nextRight) });
    }
    [left, right] = [nextLeft + 1, nextRight + 1];
  }
  return hunks;
}

function matchesOf(before: readonly string[], after: readonly string[]): Match[] {
  if (before.length === 0 || after.length === 0) {
    return [];
  }
  const reach = Math.min(before.length + after.length, maxSteps);
  // furthest[k + reach + 1] is the furthest old line on diagonal k (old minus new).
  const furthest = new Int32Array(2 * reach + 3);
  const trace: Int32Array[] = [];
  for (let steps = 0; steps <= reach; steps += 1) {
    trace.push(furthest.slice(reach - steps, reach + steps + 3));
    if (advance({ before, after, furthest, reach }, steps)) {
      return walkBack(trace, before, after);
    }
  }
  return [];
}

interface Search {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly furthest: Int32Array;
  readonly reach: number;
}

function advance({ before, after, furthest, reach }: Search, steps: number): boolean {
  const middle = reach + 1;
  for (let diagonal = -steps; diagonal <= steps; diagonal += 2) {
    const above = furthest[middle + diagonal + 1] ?? 0;
    const beside = furthest[middle + diagonal - 1] ?? 0;
    const isDown = diagonal === -steps || (diagonal !== steps && beside < above);
    let left = isDown ? above : beside + 1;
    let right = left - diagonal;
    while (left < before.length && right < after.length && before[left] === after[right]) {
      left += 1;
      right += 1;
    }
    furthest[middle + diagonal] = left;
    if (left >= before.length && right >= after.length) {
      return true;
    }
  }
  return false;
}

function walkBack(
  trace: readonly Int32Array[],
  before: readonly string[],
  after: readonly string[],
): Match[] {
  const matches: Match[] = [];
  let left = before.length;
  let right = after.length;
  for (let steps = trace.length - 1; steps >= 0; steps -= 1) {
    const row = trace[steps] ?? new Int32Array();
    const at = (diagonal: number): number => row[diagonal + steps + 1] ?? 0;
    const diagonal = left - right;
    const isDown =
      diagonal === -steps || (diagonal !== steps && at(diagonal - 1) < at(diagonal + 1));
    const fromDiagonal = isDown ? diagonal + 1 : diagonal - 1;
    const fromLeft = steps === 0 ? 0 : at(fromDiagonal);
    const startLeft = steps === 0 ? 0 : isDown ? fromLeft : fromLeft + 1;
    while (left > startLeft) {
      left -= 1;
      right -= 1;
      matches.push([left, right]);
    }
    left = fromLeft;
    right = fromLeft - fromDiagonal;
  }
  return matches.toReversed();
}
