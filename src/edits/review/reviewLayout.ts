import type { Hunk } from "../lineDiff.ts";

export interface ReviewRows {
  readonly kind: "same" | "removed" | "added";
  readonly start: number;
  readonly end: number;
}

/** One text: removed lines are above added lines. */
export interface ReviewLayout {
  readonly lines: readonly string[];
  readonly rows: readonly ReviewRows[];
  readonly hunks: readonly { readonly start: number; readonly end: number }[];
}

export function reviewLayout(lines: readonly string[], hunks: readonly Hunk[]): ReviewLayout {
  const shown: string[] = [];
  const rows: ReviewRows[] = [];
  const add = (kind: ReviewRows["kind"], run: readonly string[]): void => {
    if (run.length > 0) {
      rows.push({ kind, start: shown.length, end: shown.length + run.length });
      for (const line of run) {
        shown.push(line);
      }
    }
  };
  let at = 0;
  const places = hunks.map(({ start, removed, added }) => {
    add("same", lines.slice(at, start));
    const first = shown.length;
    add("removed", removed);
    add("added", added);
    at = start + removed.length;
    return { start: first, end: shown.length };
  });
  add("same", lines.slice(at));
  return { lines: shown, rows, hunks: places };
}
