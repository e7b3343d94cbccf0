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

/**
 * The titles of a header of two rows, and how many of the given rows it takes; undefined for a header of one row. The
 * upper row has fewer titles than columns, for it stands above groups of them: it may be the first of the rows, with
 * another row of titles below it, or the row above them, which looks like a title of the report.
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

/** A line above the header may be anything of a report; such a title behind its first cell is a group of columns. */
function isGroupTitle(cell: string): boolean {
  return /estoque|saldo|quantidade|pre[cç]o|stock|quantit|price/iu.test(cell);
}

/** Whether a row has an empty cell right of a title, above a title of the lower row. */
function isGroups(upper: readonly string[], lower: readonly string[]): boolean {
  const gaps = upper.flatMap((cell, column) => (isFilled(cell) ? [] : [column]));
  const firstTitle = upper.findIndex(isFilled);
  return (
    upper.length === lower.length &&
    gaps.some((column) => column > firstTitle && isFilled(lower[column] ?? "")) &&
    lower.some(isFilled)
  );
}

/** A title reaches over the empty cells right of it, where the lower row has one. */
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

/** A price or a date: a value, not a title such as `2ª faixa`. */
export function beginsWithNumber(cell: string): boolean {
  return /^\s*-?[\d.,]*\d(?![\d.,]|\s*\p{L})/u.test(cell);
}
