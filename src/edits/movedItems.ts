import type { Matches } from "./matchItems.ts";
import type { Item } from "./outline.ts";
import { Unclear } from "./unclear.ts";

/** Declarations that the block has at another position: block item to file item. */
export function movedItems(
  before: readonly Item[],
  after: readonly Item[],
  matches: Matches,
): ReadonlyMap<Item, Item> {
  const taken = new Set(matches.values());
  const moved = new Map<Item, Item>();
  for (const own of after.filter((item) => !matches.has(item))) {
    const isSame = ({ key }: Item): boolean =>
      own.key.kind === "declaration" && key.kind === "declaration" && key.name === own.key.name;
    const olds = before.filter(isSame);
    const [old] = olds;
    if (old && olds.length === 1 && after.filter(isSame).length === 1 && !taken.has(old)) {
      moved.set(own, old);
    } else if (old) {
      throw new Unclear("A declaration stands twice");
    }
  }
  return moved;
}
