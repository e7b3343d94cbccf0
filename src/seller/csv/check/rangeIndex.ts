interface Range {
  readonly first: string;
  readonly last: string;
  readonly line: number;
}

/** The most ranges; later ranges are not compared, to bound memory. */
const maxRanges = 100_000;

/** Ranges of one state and start date. Of overlapping ranges only the first is stored. */
export class RangeIndex {
  readonly #ranges = new Map<string, Range[]>();
  #count = 0;

  /** Returns an earlier overlapping line, or stores the range. */
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
