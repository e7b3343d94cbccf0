import type { Item } from "./outline.ts";

export type Piece =
  | { readonly kind: "keep"; readonly old: Item }
  | { readonly kind: "new"; readonly own: Item }
  | { readonly kind: "merge"; readonly old: Item; readonly own: Item };

/** Items of a scope in the file and in the block. */
export interface ScopeItems {
  readonly before: readonly Item[];
  readonly after: readonly Item[];
  /** The median number of blank lines between two items. */
  readonly usual: number;
}

export function scopeItems(before: readonly Item[], after: readonly Item[]): ScopeItems {
  return { before, after, usual: usualGap(before.length > 1 ? before : after) };
}

/** As in the file if the neighbour is the same, else as in the block. */
export function blanksAbove(
  piece: Piece,
  previous: Piece | undefined,
  { before, after, usual }: ScopeItems,
): readonly string[] {
  const old = piece.kind === "new" ? undefined : piece.old;
  if (!previous) {
    return blanks(firstGap(old, before));
  }
  const above = piece.kind === "keep" ? undefined : after[after.indexOf(piece.own) - 1];
  const followsGap = !above || above.kind === "gap";
  if (old && (followsGap || areNeighbours(previous, old, before))) {
    return blanks(old === before[0] ? usual : gapOf(old));
  }
  return blanks(piece.kind === "keep" ? usual : gapAbove(piece.own, above, usual));
}

/** Blank lines may be before or after the gap. A declaration has at least the usual number. */
function gapAbove(own: Item, above: Item | undefined, usual: number): number {
  if (above?.kind === "code") {
    return gapOf(own);
  }
  const least = own.key.kind === "declaration" ? usual : 0;
  return Math.max(gapOf(own), above ? gapOf(above) : 0, least);
}

/** The first piece keeps the file's blank lines. */
function firstGap(old: Item | undefined, before: readonly Item[]): number {
  return old && old === before[0] ? gapOf(old) : 0;
}

function areNeighbours(previous: Piece, old: Item, before: readonly Item[]): boolean {
  return previous.kind !== "new" && before.indexOf(previous.old) === before.indexOf(old) - 1;
}

function gapOf({ from, start }: Item): number {
  return start - from;
}

function usualGap(items: readonly Item[]): number {
  const gaps = items
    .slice(1)
    .map(gapOf)
    .toSorted((a, b) => a - b);
  return gaps[Math.floor(gaps.length / 2)] ?? 1;
}

function blanks(count: number): readonly string[] {
  return Array.from({ length: count }, () => "");
}
