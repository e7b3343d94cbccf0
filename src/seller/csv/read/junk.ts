/** Errors of spreadsheets in several languages (`#N/D`, `#REF!`, `#¿NOMBRE?`), and a column that is too narrow. */
const sheetError =
  /^#(?:[¡¿]?[\p{L}/0]{2,20}[!?]|N\/?[ADV]|N\/DISP|REF|VALOR|VALUE|DIV\/0|N[UÚ]M|NOME|NAME|NULO|NULL|#+)$/iu;

const nothing =
  /^(?:\(?null\)?|<null>|nulo|none|nil|nan|undefined|n\/[ad]|n\.[ad]\.|-+|[–—]|\[object object\])$/iu;

/** A long number as a spreadsheet shortens it. */
export const shortened = /^-?\d+(?:[.,]\d+)?e[+-]?\d+$/iu;

/** UTF-8 that was read as Windows-1252, so that `é` became `Ã©`; and characters that are lost. */
const misread =
  /[ÃÂ][\u0080-\u00BF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â€[\u0080-\u00BF™œ“”˜¢¦]|ï¿½|\uFFFD/u;

/** Whether a cell has no data, but a program's sign that it had none, or characters that it misread. */
export function isJunk(cell: string): boolean {
  const text = cell.trim();
  return sheetError.test(text) || nothing.test(text) || shortened.test(text) || misread.test(text);
}
