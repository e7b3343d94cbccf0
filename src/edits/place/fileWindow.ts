import { letters } from "../indentation.ts";
import type { Hint } from "./align.ts";

const maxWhole = 3_000;
/** Lines added around the shared lines, to include the end of their definition. */
const margin = 1_000;
const minLetters = 4;

export interface FileWindow {
  readonly start: number;
  readonly end: number;
}

/** Includes all unique lines that the fragment shares. */
export function fileWindow(
  file: readonly string[],
  fragment: readonly string[],
  hint: Hint | undefined,
): FileWindow {
  const whole = { start: 0, end: file.length };
  if (file.length <= maxWhole) {
    return whole;
  }
  const known = sharedRows(file, fragment);
  if (known.length === 0) {
    return whole;
  }
  const rows = [...known, ...(hint ? [hint.first, hint.last] : [])];
  const around = margin + 2 * fragment.length;
  return {
    start: Math.max(0, Math.min(...rows) - around),
    end: Math.min(file.length, Math.max(...rows) + around),
  };
}

function sharedRows(file: readonly string[], fragment: readonly string[]): readonly number[] {
  const wanted = new Set(
    fragment.filter((line) => letters(line) >= minLetters).map((line) => line.trim()),
  );
  const places = new Map<string, number | undefined>();
  for (const [row, line] of file.entries()) {
    const text = line.trim();
    if (wanted.has(text)) {
      places.set(text, places.has(text) ? undefined : row);
    }
  }
  return [...places.values()].filter((row) => row !== undefined);
}
