/** The most rows above the header: an ERP's report has its name, filters and empty lines there. */
export const maxTitleRows = 20;

/**
 * Rows before the header have at most half as many filled cells as the fullest row. Returns 0 if no row looks like a
 * header.
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

/**
 * Joins a header of two rows; undefined for one row. The upper row titles groups of columns, so it has fewer titles. It
 * is the first given row, or the row above.
 */
export function joinedHeader(
  [first = [], second = [], third = []]: readonly (readonly string[])[],
  above: readonly string[] = [],
): { readonly titles: readonly string[]; readonly rows: number } | undefined {
  if (isGroups(first, second) && !second.some(beginsWithNumber) && third.some(beginsWithNumber)) {
    return { titles: joined(first, second), rows: 2 };
  }
  return isGroups(above, first) && above.slice(1).some(isGroupTitle)
    ? { titles: joined(above, first), rows: 1 }
    : undefined;
}

/** Above the header, a title behind the first cell names a group of columns. */
function isGroupTitle(cell: string): boolean {
  return /estoque|saldo|quantidade|pre[cç]o|stock|quantit|price/iu.test(cell);
}

/** True if the upper row has an empty cell right of a title, above a lower title. */
function isGroups(upper: readonly string[], lower: readonly string[]): boolean {
  const gaps = upper.flatMap((cell, column) => (isFilled(cell) ? [] : [column]));
  const firstTitle = upper.findIndex(isFilled);
  return (
    upper.length === lower.length &&
    gaps.some((column) => column > firstTitle && isFilled(lower[column] ?? "")) &&
    lower.some(isFilled)
  );
}

/** An upper title also covers the empty cells right of it. */
function joined(upper: readonly string[], lower: readonly string[]): readonly string[] {
  let group = "";
  return lower.map((title, column) => {
    const own = (upper[column] ?? "").trim();
    group = own === "" && isFilled(title) ? group : own;
    return [group, title.trim()].filter((text) => text !== "").join(" ");
  });
}

function isFilled(cell: string): boolean {
  return cell.trim() !== "";
}

/** True for a value such as a price or a date; `2ª faixa` is a title. */
export function beginsWithNumber(cell: string): boolean {
  return /^\s*-?[\d.,]*\d(?![\d.,]|\s*\p{L})/u.test(cell);
}
