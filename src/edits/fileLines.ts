/** The lines without their ends; after a final line end an empty line, so joining loses nothing. */
export function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|\r|\n/u);
}

/** Columns of leading white space; a tab counts as four. */
export function indentWidth(line: string): number {
  let width = 0;
  for (const character of line) {
    if (character === " ") {
      width += 1;
    } else if (character === "\t") {
      width += 4;
    } else {
      break;
    }
  }
  return width;
}

export function isBlank(line: string): boolean {
  return line.trim() === "";
}

/** The white space at the line's beginning. */
export function leading(line: string): string {
  return /^\s*/u.exec(line)?.[0] ?? "";
}
