/** What a spreadsheet computes a cell by, also in the wide and small forms that some of them accept. */
const sign = "[=+\\-@＝＋－＠﹦﹢﹣﹫]";
/** Blanks and unseen characters, which some spreadsheets drop before they look. */
const unseen = "[\\s\\p{Cc}\\p{Cf}]*";
const formula = new RegExp(`^(?:[\\t\\r\\n]|${unseen}${sign})`, "u");
const laterFormula = new RegExp(`[;\\t\\r\\n]${unseen}(?=${sign})`, "gu");
const plainNumber = /^-?\d+(?:[.,]\d+)?$/u;

/** Whether text begins with what spreadsheets begin formulas with; negative numbers do, too. */
export function beginsLikeFormula(text: string): boolean {
  return formula.test(text);
}

/** Whether a spreadsheet could compute a cell with this text (OWASP, "CSV Injection"). A negative number is none. */
export function isFormulaCell(text: string): boolean {
  return beginsLikeFormula(text) && !plainNumber.test(text);
}

/**
 * Text that no spreadsheet computes, for files that nobody reads back: with an apostrophe before what it would take
 * for a formula. Where the spreadsheet's own separator is a semicolon, it takes the text apart there, in quotes or
 * not: so what follows a separator counts as a cell, too.
 */
export function inertCell(text: string): string {
  const [beginning = ""] = isFormulaCell(text) ? (formula.exec(text) ?? []) : [];
  const rest = text.slice(beginning.length).replaceAll(laterFormula, "$&'");
  return beginning === "" ? rest : `'${beginning}${rest}`;
}

/** A cell as it stands in a file (RFC 4180): in quotes if it has what the file, or a spreadsheet, parts cells at. */
export function quotedCell(text: string, delimiter = ","): string {
  return /[",;\r\n]/u.test(text) || text.includes(delimiter)
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}
