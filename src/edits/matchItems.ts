import { letters } from "./indentation.ts";
import type { Item } from "./outline.ts";

/** Each item of the block with its item of the file; both in order. */
export type Matches = ReadonlyMap<Item, Item>;

/** 0 if the items differ; more is a surer match. */
function likeness(a: Item, b: Item, isKnown: (head: string) => boolean): number {
  if (a.kind === "gap" || b.kind === "gap") {
    return 0;
  }
  if (a.key.head === b.key.head) {
    return letters(a.key.head) < 3 ? 1 : 4;
  }
  const hasSameName =
    a.key.kind !== "text" && a.key.kind === b.key.kind && a.key.name === b.key.name;
  // If several items share the name, only items with the same head match.
  return hasSameName && !isKnown(a.key.head) && !isKnown(b.key.head) ? 3 : 0;
}

/**
 * The matches with the greatest total likeness that keep the order of both. `isEarly` prefers the
 * first of equally good matches, otherwise the last: equal results prove that the match is
 * unambiguous.
 */
export function matchItems(
  file: readonly Item[],
  block: readonly Item[],
  isEarly: boolean,
): Map<Item, Item> {
  const left = isEarly ? file : file.toReversed();
  const right = isEarly ? block : block.toReversed();
  const width = right.length + 1;
  const others = new Set(block.map(({ key }) => key.head));
  const heads = new Set(file.map(({ key }) => key.head).filter((head) => others.has(head)));
  const isKnown = (head: string): boolean => heads.has(head);
  const likenessAt = (row: number, column: number): number => {
    const [a, b] = [left[row], right[column]];
    return a && b ? likeness(a, b, isKnown) : 0;
  };
  const best = new Float64Array((left.length + 1) * width);
  const at = (row: number, column: number): number => best[row * width + column] ?? 0;
  for (let row = left.length - 1; row >= 0; row -= 1) {
    for (let column = right.length - 1; column >= 0; column -= 1) {
      const alike = likenessAt(row, column);
      best[row * width + column] = Math.max(
        at(row + 1, column),
        at(row, column + 1),
        alike > 0 ? alike + at(row + 1, column + 1) : 0,
      );
    }
  }
  return walk({ left, right, at, likenessAt });
}

interface Table {
  readonly left: readonly Item[];
  readonly right: readonly Item[];
  /** The greatest total likeness of the items from here on. */
  readonly at: (row: number, column: number) => number;
  readonly likenessAt: (row: number, column: number) => number;
}

function walk({ left, right, at, likenessAt }: Table): Map<Item, Item> {
  const matches = new Map<Item, Item>();
  let [row, column] = [0, 0];
  while (row < left.length && column < right.length) {
    const alike = likenessAt(row, column);
    const [old, own] = [left[row], right[column]];
    if (alike > 0 && at(row, column) === alike + at(row + 1, column + 1) && old && own) {
      matches.set(own, old);
      row += 1;
      column += 1;
    } else if (at(row, column) === at(row, column + 1)) {
      column += 1;
    } else {
      row += 1;
    }
  }
  return matches;
}
