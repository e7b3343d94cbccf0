import {
  beginsLikeFormula,
  inertCell,
  isFormulaCell,
  quotedCell,
} from "../../../shared/text/csvCell.ts";

/** Column of the failed rows' file with the reason, for people; an import ignores it. */
export const failureColumn = "AI Hub: erro";

/** A row as text with its line end, so that the parser reads the same cells again. */
export function csvLine(cells: readonly string[], delimiter: string): string {
  return `${cells.map((cell) => quotedCell(cell, delimiter)).join(delimiter)}\r\n`;
}

/** The first line of a file, with the byte order mark by which Excel recognises UTF-8. */
export function csvHeader(header: readonly string[], delimiter: string): string {
  return `\uFEFF${csvLine(header, delimiter)}`;
}

/** Text that no spreadsheet runs as a formula; `textOfCell` removes the apostrophe again. */
export function textCell(text: string): string {
  return beginsLikeFormula(withoutApostrophes(text)) ? `'${text}` : text;
}

/** The original of a `textCell`; other text stays as it is. */
export function textOfCell(cell: string): string {
  const isOurs = cell.startsWith("'") && beginsLikeFormula(withoutApostrophes(cell));
  return isOurs ? cell.slice(1) : cell;
}

/**
 * Text may begin with apostrophes of its own. An import must not remove those as ours: `'=A1` is
 * written as `''=A1`.
 */
function withoutApostrophes(text: string): string {
  return text.replace(/^'+/u, "");
}

/**
 * The header of a file of failed rows. A file that is imported and fails again gets no second
 * reason column.
 */
export function failedRowsHeader(header: readonly string[], delimiter: string): string {
  return csvHeader([...withoutFailure(header, header), failureColumn], delimiter);
}

/**
 * A row that was not written, unchanged, with the reason. A space before a formula keeps it from
 * running.
 */
export function failedRow(
  header: readonly string[],
  cells: readonly string[],
  { reason, delimiter }: { readonly reason: string; readonly delimiter: string },
): string {
  const inert = withoutFailure(header, cells).map((cell) =>
    isFormulaCell(cell) ? ` ${cell}` : cell,
  );
  return csvLine([...inert, inertCell(reason)], delimiter);
}

function withoutFailure(header: readonly string[], cells: readonly string[]): readonly string[] {
  const index = header.indexOf(failureColumn);
  return index === -1 ? cells : cells.toSpliced(index, 1);
}
