import { beginsLikeFormula, inertCell, isFormulaCell, quotedCell } from "../../shared/csvCell.ts";

/** Of the failed rows' file: what went wrong, for people; an import takes no notice of it. */
export const failureColumn = "AI Hub: erro";

/** A row as text with its line end. Cells are written as they are read again. */
export function csvLine(cells: readonly string[], delimiter: string): string {
  return `${cells.map((cell) => quotedCell(cell, delimiter)).join(delimiter)}\r\n`;
}

/** The beginning of a file: with the byte order mark by which Excel knows UTF-8. */
export function csvHeader(header: readonly string[], delimiter: string): string {
  return `\uFEFF${csvLine(header, delimiter)}`;
}

/** Text that no spreadsheet takes for a formula; `textOfCell` takes the apostrophe away again. */
export function textCell(text: string): string {
  return beginsLikeFormula(withoutApostrophes(text)) ? `'${text}` : text;
}

/** The text that `textCell` was given; text without its apostrophe stays as it is. */
export function textOfCell(cell: string): string {
  const isOurs = cell.startsWith("'") && beginsLikeFormula(withoutApostrophes(cell));
  return isOurs ? cell.slice(1) : cell;
}

/** Text may have had apostrophes of its own there, which an import must not take for ours. */
function withoutApostrophes(text: string): string {
  return text.replace(/^'+/u, "");
}

/** The header of a file of failed rows; importing that file again and failing again adds no second column. */
export function failedRowsHeader(header: readonly string[], delimiter: string): string {
  return csvHeader([...withoutFailure(header, header), failureColumn], delimiter);
}

/** A row that was not written, as it was, with the reason. A formula is kept from running by a space. */
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
