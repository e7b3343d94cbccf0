/** A chunk has 50 lines, and shares ten with the next. */
const chunkLines = 50;
const stepLines = 40;

/** Number of chunks of a file with so many lines. */
export function chunkCount(lines: number): number {
  return Math.max(1, Math.ceil((lines - (chunkLines - stepLines)) / stepLines));
}

/** The lines of a chunk of a file, from 0; `end` is behind the last. */
export function chunkRange(
  chunk: number,
  lines: number,
): { readonly start: number; readonly end: number } {
  const start = chunk * stepLines;
  return { start, end: Math.max(start, Math.min(lines, start + chunkLines)) };
}

/** The last chunk that has a line; the one before has it too if `isShared`. */
export function chunkOfLine(
  line: number,
  chunks: number,
): { readonly chunk: number; readonly isShared: boolean } {
  const chunk = Math.min(Math.floor(line / stepLines), chunks - 1);
  return { chunk, isShared: chunk > 0 && line - chunk * stepLines < chunkLines - stepLines };
}
