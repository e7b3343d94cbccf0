/**
 * Lines without their ends. A final line end gives a last empty line, so joining restores the text.
 */
export function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|\r|\n/u);
}

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

export function leading(line: string): string {
  return /^\s*/u.exec(line)?.[0] ?? "";
}
