export interface FindingPlace {
  /** The row, counted from zero. */
  readonly row: number;
  /** True if the line no longer has the text that the model saw. */
  readonly isChanged: boolean;
}

/** The shortest text that is searched in the whole file; a shorter line, such as a bracket, occurs everywhere. */
const ownLength = 8;
const closeBy = 3;

/** Where a reviewed line is now: the nearest row with its text, else the expected row. */
export function placeFinding(
  rows: readonly string[],
  text: string,
  expected: number,
): FindingPlace {
  const reach = text.trim().length < ownLength ? closeBy : rows.length;
  for (let distance = 0; distance <= reach; distance += 1) {
    const row = [expected - distance, expected + distance].find((one) => rows[one] === text);
    if (row !== undefined) {
      return { row, isChanged: false };
    }
  }
  return { row: Math.max(0, Math.min(expected, rows.length - 1)), isChanged: true };
}

export interface TextChange {
  readonly startRow: number;
  readonly endRow: number;
  readonly endColumn: number;
  readonly text: string;
}

/** The row after edits; the edits of one event come from the end of the file to its beginning. */
export function movedRow(row: number, changes: readonly TextChange[]): number {
  let moved = row;
  for (const { startRow, endRow, endColumn, text } of changes) {
    if (endRow < moved || (endRow === moved && endColumn === 0 && startRow <= moved)) {
      moved += text.split("\n").length - 1 - (endRow - startRow);
    }
  }
  return moved;
}
