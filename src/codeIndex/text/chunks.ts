/** 50 lines; ten of them are shared with the next chunk. */
const chunkLines = 50;
const stepLines = 40;

export function chunkCount(lines: number): number {
  return Math.max(1, Math.ceil((lines - (chunkLines - stepLines)) / stepLines));
}

export function chunkRange(
  chunk: number,
  lines: number,
): { readonly start: number; readonly end: number } {
  const start = chunk * stepLines;
  return { start, end: Math.max(start, Math.min(lines, start + chunkLines)) };
}

/** The last chunk with this line; if `isShared`, the chunk before contains the line, too. */
export function chunkOfLine(
  line: number,
  chunks: number,
): { readonly chunk: number; readonly isShared: boolean } {
  const chunk = Math.min(Math.floor(line / stepLines), chunks - 1);
  return { chunk, isShared: chunk > 0 && line - chunk * stepLines < chunkLines - stepLines };
}
