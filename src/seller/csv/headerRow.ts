/** An ERP's report has its name, its filters and empty lines above its header, but not more than these. */
export const maxTitleRows = 20;

/**
 * Index of the header among a file's first rows. Rows before it have at most half as many filled
 * cells as the fullest row, as the title of a report has; 0 also where no row looks like a header.
 */
export function headerIndex(rows: readonly (readonly string[])[]): number {
  const filled = rows
    .slice(0, maxTitleRows)
    .map((cells) => cells.filter((cell) => cell.trim() !== ""));
  const fullest = Math.max(0, ...filled.map((cells) => cells.length));
  const index = filled.findIndex(
    (cells, row) => cells.length > fullest / 2 && (row === 0 || !cells.some(beginsWithNumber)),
  );
  return Math.max(0, index);
}

/** A price or a date: a value, not a title such as `2ª faixa`. */
function beginsWithNumber(cell: string): boolean {
  return /^\s*-?[\d.,]*\d(?![\d.,]|\s*\p{L})/u.test(cell);
}
