interface Range {
  readonly first: string;
  readonly last: string;
  readonly line: number;
}

/** Ranges after this many are no longer compared: memory must not grow with the file. */
const maxRanges = 100_000;

/**
 * Ranges of postal codes, grouped by state and start date. Of ranges that overlap, only the first
 * is stored.
 */
export class RangeIndex {
  readonly #ranges = new Map<string, Range[]>();
  #count = 0;

  /**
   * The line of an earlier range that overlaps this one. If there is none, stores this range and
   * returns undefined.
   */
  overlappingLine(group: string, range: Range): number | undefined {
    const known = this.#ranges.get(group) ?? [];
    this.#ranges.set(group, known);
    const index = firstNotBefore(known, range.first);
    const neighbour = [known[index - 1], known[index]].find(
      (other) => other !== undefined && other.first <= range.last && range.first <= other.last,
    );
    if (!neighbour && this.#count < maxRanges) {
      known.splice(index, 0, range);
      this.#count += 1;
    }
    return neighbour?.line;
  }
}

/** The index of the first range that begins at or after `first`. */
function firstNotBefore(ranges: readonly Range[], first: string): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ranges[middle]?.first ?? "") < first) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
