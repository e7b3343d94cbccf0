/** From 0; `end` is exclusive. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

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
  const hasEmptyEnd = starts.length > 1 && starts.at(-1) === text.length;
  return Uint32Array.from(hasEmptyEnd ? starts.slice(0, -1) : starts);
}

function endOfMatch(pattern: RegExp, text: string): number {
  return pattern.test(text) ? pattern.lastIndex : 0;
}

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

export function indentOf(line: string): number {
  let indent = 0;
  for (const character of line) {
    if (character !== " " && character !== "\t") {
      break;
    }
    indent += character === "\t" ? 4 : 1;
  }
  return indent;
}
