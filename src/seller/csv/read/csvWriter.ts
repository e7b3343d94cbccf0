import {
  beginsLikeFormula,
  inertCell,
  isFormulaCell,
  quotedCell,
} from "../../../shared/text/csvCell.ts";

/** The reason why a row failed, for people; an import ignores this column. */
export const failureColumn = "AI Hub: erro";

export function csvLine(cells: readonly string[], delimiter: string): string {
  return `${cells.map((cell) => quotedCell(cell, delimiter)).join(delimiter)}\r\n`;
}

/** Begins with a byte order mark, by which Excel recognises UTF-8. */
export function csvHeader(header: readonly string[], delimiter: string): string {
  return `\uFEFF${csvLine(header, delimiter)}`;
}

/** Protects against formulas by an apostrophe, which `textOfCell` removes. */
export function textCell(text: string): string {
  return beginsLikeFormula(withoutApostrophes(text)) ? `'${text}` : text;
}

/** Removes the apostrophe of `textCell`; other text is unchanged. */
export function textOfCell(cell: string): string {
  const isOurs = cell.startsWith("'") && beginsLikeFormula(withoutApostrophes(cell));
  return isOurs ? cell.slice(1) : cell;
}

/** The text with its own apostrophes doubled, so that they survive an import: `'=A1` is written as `''=A1`. */
function withoutApostrophes(text: string): string {
  return text.replace(/^'+/u, "");
}

/** The header of failed rows. A file that fails again gets no second reason column. */
export function failedRowsHeader(header: readonly string[], delimiter: string): string {
  return csvHeader([...withoutFailure(header, header), failureColumn], delimiter);
}

/** The unchanged row with the reason. A space before a formula keeps it from running. */
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
