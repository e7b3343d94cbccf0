import { lineDiff } from "../../../edits/lineDiff.ts";

/** New rows of the document and the lines that they replace. Never both empty. */
export interface InlineChange {
  readonly row: number;
  readonly added: number;
  readonly removed: readonly string[];
}

export function changesOf(
  before: readonly string[],
  shown: readonly string[],
  start: number,
): readonly InlineChange[] {
  let growth = 0;
  return lineDiff(before, shown).map((hunk) => {
    const row = start + hunk.start + growth;
    growth += hunk.added.length - hunk.removed.length;
    return { row, added: hunk.added.length, removed: hunk.removed };
  });
}
