import { type Hunk, lineDiff } from "../../edits/lineDiff.ts";

const maxText = 2_097_152;

/** Undefined if the content is not UTF-8 or larger than 2 MB. */
export function textOf(bytes: Uint8Array | undefined): string | undefined {
  if (bytes === undefined || bytes.length > maxText) {
    return undefined;
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}

export function wholeLines(text: string): readonly string[] {
  return text === "" ? [] : text.split(/(?<=\n|\r(?!\n))/u);
}

export function wholeLineHunks(before: string, after: string): readonly Hunk[] {
  return lineDiff(wholeLines(before), wholeLines(after));
}

export function lineCounts(hunks: readonly Hunk[]): {
  readonly added: number;
  readonly removed: number;
} {
  return {
    added: hunks.reduce((sum, { added }) => sum + added.length, 0),
    removed: hunks.reduce((sum, { removed }) => sum + removed.length, 0),
  };
}
