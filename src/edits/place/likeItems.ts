import { letters } from "../indentation.ts";
import type { Item } from "./outline.ts";

export interface Pair {
  readonly old: Item;
  readonly own: Item;
}

/** Pairs of items with the same first line, else with the same name. */
export function likeItems(
  items: readonly Item[],
  { kind, text, name, runs }: Item,
): readonly Item[] {
  // Brackets and short words occur anywhere; but `a {` with a body is a CSS rule.
  if (kind === "gap" || letters(text) < (runs.length > 0 ? 1 : 3)) {
    return [];
  }
  const same = items.filter((item) => item.text === text);
  return same.length > 0 || name === undefined ? same : items.filter((item) => item.name === name);
}

/** Pairs that are like each other only. Undefined if the two orders differ. */
export function pairsOf(
  before: readonly Item[],
  after: readonly Item[],
): readonly Pair[] | undefined {
  const pairs = after.flatMap((own): Pair[] => {
    const [old, ...others] = likeItems(before, own);
    const owns = old && others.length === 0 ? likeItems(after, old) : [];
    return old && owns.length === 1 && owns[0] === own ? [{ old, own }] : [];
  });
  const isOrdered = pairs.every(({ old }, row) => old.start >= (pairs[row - 1]?.old.end ?? 0));
  return isOrdered ? pairs : undefined;
}
