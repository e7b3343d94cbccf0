/** Errors in several languages (`#N/D`, `#REF!`, `#¿NOMBRE?`), and a column that is too narrow. */
const sheetError =
  /^#(?:[¡¿]?[\p{L}/0]{2,20}[!?]|N\/?[ADV]|N\/DISP|REF|VALOR|VALUE|DIV\/0|N[UÚ]M|NOME|NAME|NULO|NULL|#+)$/iu;

const nothing =
  /^(?:\(?null\)?|<null>|nulo|none|nil|nan|undefined|n\/[ad]|n\.[ad]\.|-+|[–—]|\[object object\])$/iu;

export const shortened = /^-?\d+(?:[.,]\d+)?e[+-]?\d+$/iu;

/** UTF-8 (`é` as `Ã©`), MS-DOS or Macintosh text read as Windows-1252, and lost characters. */
const misread =
  /[\u0080-\u009F]|\p{L}[‡‚ƒ]|\p{L}‹\p{L}|[ÃÂ][\u0080-\u00BF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|â€[\u0080-\u00BF™œ“”˜¢¦]|ï¿½|\uFFFD/u;

/** True for a spreadsheet's sign of missing data, or misread characters. */
export function isJunk(cell: string): boolean {
  const text = cell.trim();
  return sheetError.test(text) || nothing.test(text) || shortened.test(text) || misread.test(text);
}
