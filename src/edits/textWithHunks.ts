import { linesOf } from "./fileLines.ts";
import type { Hunk } from "./lineDiff.ts";

/**
 * A text with some hunks of its lines applied. The lines that stay keep their bytes, line ends included; new lines end as
 * the first line of the text does. `hunks` are in order, and rest on `linesOf` of the text.
 */
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
