/** The characters that begin a formula, also in the wide and small forms that some spreadsheets accept. */
const sign = "[=+\\-@＝＋－＠﹦﹢﹣﹫]";
/** Blanks and invisible characters, which some spreadsheets skip at the start of a cell. */
const unseen = "[\\s\\p{Cc}\\p{Cf}]*";
const formula = new RegExp(`^(?:[\\t\\r\\n]|${unseen}${sign})`, "u");
const laterFormula = new RegExp(`[;\\t\\r\\n]${unseen}(?=${sign})`, "gu");
const plainNumber = /^-?\d+(?:[.,]\d+)?$/u;

/** Whether text begins like a formula; negative numbers do, too. */
export function beginsLikeFormula(text: string): boolean {
  return formula.test(text);
}

/**
 * Whether a spreadsheet could compute a cell with this text (OWASP, "CSV Injection"); false for a negative number.
 */
export function isFormulaCell(text: string): boolean {
  return beginsLikeFormula(text) && !plainNumber.test(text);
}

/**
 * Text that no spreadsheet computes: an apostrophe is put before everything that looks like a formula. For files
 * that are never read back. Some spreadsheets use a semicolon as separator and split at it even inside quotes, so
 * text after a separator is treated as a cell of its own.
 */
export function inertCell(text: string): string {
  const [beginning = ""] = isFormulaCell(text) ? (formula.exec(text) ?? []) : [];
  const rest = text.slice(beginning.length).replaceAll(laterFormula, "$&'");
  return beginning === "" ? rest : `'${beginning}${rest}`;
}

/**
 * A cell as it is written to a file (RFC 4180): in quotes if it contains a character at which the file, or a
 * spreadsheet, splits cells.
 */
export function quotedCell(text: string, delimiter = ","): string {
  return /[",;\r\n]/u.test(text) || text.includes(delimiter)
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}
