import type { Moment } from "../../src/completion/moment.ts";
import { type Cursor, linesOf } from "../../src/completion/textLines.ts";

/** The place behind a text. */
export function cursorBehind(text: string): Cursor {
  const lines = text.split("\n");
  return { line: lines.length - 1, column: lines.at(-1)?.length ?? 0 };
}

/** What the editor has with the cursor between two texts. */
export function momentAt(file: string, before: string, after: string): Moment {
  return {
    file,
    path: file,
    language: "typescript",
    lines: linesOf(before + after),
    cursor: cursorBehind(before),
    style: { insertSpaces: true, tabSize: 2 },
    hasSelection: false,
    isInvoked: false,
  };
}
