/** Formula starts, also in the wide and small forms that some spreadsheets accept. */
const sign = "[=+\\-@＝＋－＠﹦﹢﹣﹫]";
/** Blanks and invisible characters, which some spreadsheets skip at the start of a cell. */
const unseen = "[\\s\\p{Cc}\\p{Cf}]*";
const formula = new RegExp(`^(?:[\\t\\r\\n]|${unseen}${sign})`, "u");
const laterFormula = new RegExp(`[;\\t\\r\\n]${unseen}(?=${sign})`, "gu");
const plainNumber = /^-?\d+(?:[.,]\d+)?$/u;

/** True also for negative numbers. */
export function beginsLikeFormula(text: string): boolean {
  return formula.test(text);
}

/** True if a spreadsheet could compute the text (OWASP, "CSV Injection"); false for a negative number. */
export function isFormulaCell(text: string): boolean {
  return beginsLikeFormula(text) && !plainNumber.test(text);
}

/**
 * A cell for files that are never read back. Some spreadsheets split at a semicolon even inside quotes, so text after
 * a separator counts as its own cell.
 */
export function inertCell(text: string): string {
  const [beginning = ""] = isFormulaCell(text) ? (formula.exec(text) ?? []) : [];
  const rest = text.slice(beginning.length).replaceAll(laterFormula, "$&'");
  return beginning === "" ? rest : `'${beginning}${rest}`;
}

/** RFC 4180: puts a cell in quotes if the file, or a spreadsheet, could split it. */
export function quotedCell(text: string, delimiter = ","): string {
  return /[",;\r\n]/u.test(text) || text.includes(delimiter)
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}
