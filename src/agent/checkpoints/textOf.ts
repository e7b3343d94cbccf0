import { type Hunk, lineDiff } from "../../edits/lineDiff.ts";

const maxText = 2_097_152;

/** The text of a content; undefined if it is no UTF-8 text, or larger than 2 MB. A byte order mark stays. */
export function textOf(bytes: Uint8Array | undefined): string | undefined {
  if (bytes === undefined || bytes.length > maxText) {
    return undefined;
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    // Not UTF-8: there are no lines to compare.
    return undefined;
  }
}

/** The lines with their ends, so that joining them gives the text byte for byte. */
export function wholeLines(text: string): readonly string[] {
  return text === "" ? [] : text.split(/(?<=\n|\r(?!\n))/u);
}

/** The hunks between two texts, in whole lines. */
export function wholeLineHunks(before: string, after: string): readonly Hunk[] {
  return lineDiff(wholeLines(before), wholeLines(after));
}

/** Numbers of lines. */
export function lineCounts(hunks: readonly Hunk[]): {
  readonly added: number;
  readonly removed: number;
} {
  return {
    added: hunks.reduce((sum, { added }) => sum + added.length, 0),
    removed: hunks.reduce((sum, { removed }) => sum + removed.length, 0),
  };
}
