/** A text split without loss: `bom + lines[0] + ends[0] + lines[1] + …`. */
export interface TextLines {
  readonly bom: string;
  /** After a final line end, the last line is empty. */
  readonly lines: readonly string[];
  readonly ends: readonly string[];
}

const byteOrderMark = "\uFEFF";

export function textLines(text: string): TextLines {
  const bom = text.startsWith(byteOrderMark) ? byteOrderMark : "";
  const lines: string[] = [];
  const ends: string[] = [];
  let start = bom.length;
  for (const { 0: end, index } of text.matchAll(/\r\n|\r|\n/gu)) {
    lines.push(text.slice(start, index));
    ends.push(end);
    start = index + end.length;
  }
  return { bom, lines: [...lines, text.slice(start)], ends: [...ends, ""] };
}

/** Line and column from 0; `end` is exclusive. */
export interface Region {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export function regionLines({ lines }: TextLines, region: Region): readonly string[] {
  return lines
    .slice(region.startLine, region.endLine + 1)
    .map((line, row, all) =>
      line.slice(
        row === 0 ? region.startColumn : 0,
        row === all.length - 1 ? region.endColumn : undefined,
      ),
    );
}

export function lineOffsets({ bom, lines, ends }: TextLines): readonly number[] {
  let offset = bom.length;
  return lines.map((line, row) => {
    const start = offset;
    offset += line.length + (ends[row] ?? "").length;
    return start;
  });
}

export function reachesEnd({ lines }: TextLines, { endLine, endColumn }: Region): boolean {
  return endLine === lines.length - 1 && endColumn === (lines.at(-1) ?? "").length;
}
