/** Cache of each UTF-16 unit's folded form; one of the two constants below if it is not a single unit, 0 if unknown. */
const foldedUnits = new Uint16Array(0x10000);
const nothing = 0xfffe;
const several = 0xffff;

const decoder = new TextDecoder("utf-16le", { ignoreBOM: true });

export function foldText(text: string): string {
  return isAscii(text) ? text.toLowerCase() : (foldUnits(text) ?? foldAny(text));
}

interface FoldedText {
  readonly text: string;
  /** Maps an index of the folded text to the source. */
  readonly sourceIndex: (index: number) => number;
}

/** `foldText` with positions in the source; slower. */
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

function foldUnit(unit: number): number {
  const text = foldAny(String.fromCharCode(unit));
  const isAlone = text.length === 1 && unit < nothing && (unit < 0xd800 || unit > 0xdfff);
  const folded = text === "" ? nothing : isAlone ? text.charCodeAt(0) : several;
  foldedUnits[unit] = folded;
  return folded;
}

function foldAny(text: string): string {
  // Both forms of sigma are one letter.
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
