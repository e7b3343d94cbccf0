/** What a UTF-16 unit becomes where that is one unit; one of these otherwise, and 0 while it is not known. */
const foldedUnits = new Uint16Array(0x10000);
const nothing = 0xfffe;
const several = 0xffff;

const decoder = new TextDecoder("utf-16le", { ignoreBOM: true });

/** Text as it is compared: without accents and other marks, in lower case. Not of the same length. */
export function foldText(text: string): string {
  return isAscii(text) ? text.toLowerCase() : (foldUnits(text) ?? foldAny(text));
}

interface FoldedText {
  readonly text: string;
  /** Where in the source the character at `index` of the folded text comes from. */
  readonly sourceIndex: (index: number) => number;
}

/** The same with the way back; slower. */
export function foldWithSource(text: string): FoldedText {
  if (isAscii(text)) {
    return { text: text.toLowerCase(), sourceIndex: (index) => index };
  }
  const pieces: string[] = [];
  const sources: number[] = [];
  let at = 0;
  for (const character of text) {
    const folded = character < "\u0080" ? character.toLowerCase() : foldAny(character);
    pieces.push(folded);
    for (let unit = 0; unit < folded.length; unit += 1) {
      sources.push(at);
    }
    at += character.length;
  }
  return { text: pieces.join(""), sourceIndex: (index) => sources[index] ?? text.length };
}

/** The same as `foldAny` in a tenth of the time; undefined if a unit is not folded by itself. */
function foldUnits(text: string): string | undefined {
  const units = new Uint16Array(text.length);
  let length = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    const known = foldedUnits[unit] ?? 0;
    const folded = known === 0 ? foldUnit(unit) : known;
    if (folded === several) {
      return undefined;
    }
    if (folded !== nothing) {
      units[length] = folded;
      length += 1;
    }
  }
  return decoder.decode(units.subarray(0, length));
}

/** Finds out what becomes of a unit, and remembers it. */
function foldUnit(unit: number): number {
  const text = foldAny(String.fromCharCode(unit));
  const isAlone = text.length === 1 && unit < nothing && (unit < 0xd800 || unit > 0xdfff);
  const folded = text === "" ? nothing : isAlone ? text.charCodeAt(0) : several;
  foldedUnits[unit] = folded;
  return folded;
}

function foldAny(text: string): string {
  // A final sigma is one letter with the other.
  return text
    .normalize("NFD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll("ς", "σ");
}

function isAscii(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- the whole range is meant
  return /^[\x00-\x7f]*$/u.test(text);
}
