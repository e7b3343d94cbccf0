/** Lines of a file, from 0; `end` is behind the last. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** The start of each line of a text, as editors count lines: `\n`, `\r\n` and a lone `\r` end one. */
export function lineStarts(text: string): Uint32Array {
  const starts = [0];
  const end = text.includes("\r") ? /\r\n?|\n/gu : undefined;
  for (let at = 0; ;) {
    const next = end ? endOfMatch(end, text) : text.indexOf("\n", at) + 1;
    if (next === 0) {
      break;
    }
    starts.push(next);
    at = next;
  }
  // The end of the last line starts no further line that anybody would see.
  const hasEmptyEnd = starts.length > 1 && starts.at(-1) === text.length;
  return Uint32Array.from(hasEmptyEnd ? starts.slice(0, -1) : starts);
}

function endOfMatch(pattern: RegExp, text: string): number {
  return pattern.test(text) ? pattern.lastIndex : 0;
}

/** A line without its end. */
export function lineAt(text: string, starts: Uint32Array, line: number): string {
  const start = starts[line] ?? text.length;
  let end = starts[line + 1] ?? text.length;
  while (end > start && isLineEnd(text.charCodeAt(end - 1))) {
    end -= 1;
  }
  return text.slice(start, end);
}

function isLineEnd(unit: number): boolean {
  return unit === 0x0a || unit === 0x0d;
}
