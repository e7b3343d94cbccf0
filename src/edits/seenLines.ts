import { isBlank } from "./fileLines.ts";
import { type Hunk, lineDiff } from "./lineDiff.ts";

const maxPairs = 6_000_000;
/** Scores of a found line, with a bonus for a new line and for a line below its neighbour. */
const [found, fresh, beside] = [1_000, 3, 2];
const none = -1_000_000_000;

/** A result without blank lines: which lines are old, and which the block shows. */
export interface SeenLines {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly hunks: readonly Hunk[];
  /** For each line of the result: it is not in the file. */
  readonly isNew: readonly boolean[];
  /** Without the rows that stand for gaps. */
  readonly block: readonly string[];
  /** Lines of the block before a gap; -1 for a gap before the first line. */
  readonly gaps: ReadonlySet<number>;
  /** For each line of the block, its line in the result. */
  readonly placeOf: readonly (number | undefined)[];
  /** For each line of the result, its line in the block. */
  readonly ownOf: ReadonlyMap<number, number>;
}

export interface Placing {
  readonly file: readonly string[];
  readonly code: readonly string[];
  readonly isElided: readonly boolean[];
  readonly lines: readonly string[];
}

/** Finds the block's lines in a result. Undefined if there are too many to compare. */
export function seenLines({ file, code, isElided, lines }: Placing): SeenLines | undefined {
  const [before, after] = [solid(file), solid(lines)];
  const block: string[] = [];
  const gaps = new Set<number>();
  for (const [row, line] of code.entries()) {
    if (isElided[row] === true) {
      gaps.add(block.length - 1);
    } else if (!isBlank(line)) {
      block.push(line.trim());
    }
  }
  if (block.length * after.length > maxPairs) {
    return undefined;
  }
  const hunks = lineDiff(before, after);
  const isNew = after.map(() => false);
  let shift = 0;
  for (const { start, removed, added } of hunks) {
    isNew.fill(true, start + shift, start + shift + added.length);
    shift += added.length - removed.length;
  }
  const placeOf = new Alignment(block, after, gaps, isNew).places();
  const ownOf = new Map(
    placeOf.flatMap((place, own) => (place === undefined ? [] : [[place, own] as const])),
  );
  return { before, after, hunks, isNew, block, gaps, placeOf, ownOf };
}

function solid(lines: readonly string[]): readonly string[] {
  return lines.filter((line) => !isBlank(line)).map((line) => line.trimEnd());
}

/**
 * Aligns as many lines of the block as possible with the result, in order; neighbours preferably
 * stay together.
 */
class Alignment {
  readonly #block: readonly string[];
  readonly #after: readonly string[];
  readonly #gaps: ReadonlySet<number>;
  readonly #isNew: readonly boolean[];
  readonly #width: number;
  /** The best score from a pair of lines on, and the best if the pair itself is taken. */
  readonly #best: Int32Array;
  readonly #taken: Int32Array;

  constructor(
    block: readonly string[],
    after: readonly string[],
    gaps: ReadonlySet<number>,
    isNew: readonly boolean[],
  ) {
    this.#block = block;
    this.#after = after.map((line) => line.trim());
    this.#gaps = gaps;
    this.#isNew = isNew;
    this.#width = after.length + 1;
    this.#best = new Int32Array((block.length + 1) * this.#width);
    this.#taken = new Int32Array((block.length + 1) * this.#width).fill(none);
    for (let own = block.length - 1; own >= 0; own -= 1) {
      for (let row = after.length - 1; row >= 0; row -= 1) {
        this.#rate(own, row);
      }
    }
  }

  places(): readonly (number | undefined)[] {
    const places: (number | undefined)[] = this.#block.map(() => undefined);
    let [own, row, mustTake] = [0, 0, false];
    while (own < this.#block.length && row < this.#after.length) {
      const best = this.#at(this.#best, own, row);
      if (mustTake || this.#at(this.#taken, own, row) === best) {
        places[own] = row;
        mustTake = this.#together(own, row) >= this.#at(this.#best, own + 1, row + 1);
        [own, row] = [own + 1, row + 1];
      } else if (best === this.#at(this.#best, own + 1, row)) {
        own += 1;
      } else {
        row += 1;
      }
    }
    return places;
  }

  #rate(own: number, row: number): void {
    const cell = own * this.#width + row;
    if (this.#block[own] === this.#after[row]) {
      const rest = Math.max(this.#at(this.#best, own + 1, row + 1), this.#together(own, row));
      this.#taken[cell] = found + (this.#isNew[row] === true ? fresh : 0) + rest;
    }
    this.#best[cell] = Math.max(
      this.#at(this.#taken, own, row),
      this.#at(this.#best, own + 1, row),
      this.#at(this.#best, own, row + 1),
    );
  }

  /** The score if the next lines of both are a pair, too. */
  #together(own: number, row: number): number {
    const isLast = own + 1 >= this.#block.length || row + 1 >= this.#after.length;
    return isLast || this.#gaps.has(own) ? none : this.#at(this.#taken, own + 1, row + 1) + beside;
  }

  #at(table: Int32Array, own: number, row: number): number {
    return table[own * this.#width + row] ?? 0;
  }
}
