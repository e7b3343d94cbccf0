import type { Hunk } from "../lineDiff.ts";

export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

export interface TextChange {
  readonly start: TextPosition;
  readonly end: TextPosition;
  readonly text: string;
}

export function hunkEdits(lines: readonly string[], hunks: readonly Hunk[]): readonly TextChange[] {
  return hunks.map((hunk) => changeOf(lines, hunk));
}

function changeOf(lines: readonly string[], { start, removed, added }: Hunk): TextChange {
  const end = start + removed.length;
  if (end < lines.length) {
    return {
      start: { line: start, column: 0 },
      end: { line: end, column: 0 },
      text: added.map((line) => `${line}\n`).join(""),
    };
  }
  const endOf = (line: number): TextPosition => ({ line, column: lines[line]?.length ?? 0 });
  const last = endOf(lines.length - 1);
  return start === 0
    ? { start: { line: 0, column: 0 }, end: last, text: added.join("\n") }
    : { start: endOf(start - 1), end: last, text: added.map((line) => `\n${line}`).join("") };
}
