import { linesOf } from "../fileLines.ts";
import type { Hunk } from "../lineDiff.ts";

/** Kept lines keep their bytes; new lines end like the text's first line. */
export function textWithHunks(text: string, hunks: readonly Hunk[]): string {
  const ends = text.match(/\r\n|\r|\n/gu) ?? [];
  const usual = ends[0] ?? "\n";
  const lines = linesOf(text).map((line, row) => ({ line, end: ends[row] ?? usual }));
  const parts: (readonly { readonly line: string; readonly end: string }[])[] = [];
  let at = 0;
  for (const { start, removed, added } of hunks) {
    parts.push(
      lines.slice(at, start),
      added.map((line) => ({ line, end: usual })),
    );
    at = start + removed.length;
  }
  const rows = [...parts, lines.slice(at)].flat();
  const last = rows.length - 1;
  return rows.map(({ line, end }, row) => (row === last ? line : line + end)).join("");
}
