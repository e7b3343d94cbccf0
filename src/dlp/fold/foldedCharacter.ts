/** NFKC; digits, spaces, hyphens and dots as ASCII; empty for invisible characters; a space for U+0000 and half a pair. */
export function foldedCharacter(codePoint: number): string {
  if (codePoint > 0xffff) {
    return foldedAstral(codePoint);
  }
  return folded.get(codePoint) ?? remember(codePoint);
}

/** True if `foldedCharacter` changes this unit, or may change its surrogate pair. */
export function isFolded(unit: number): boolean {
  if (kinds[unit] === unknown) {
    remember(unit);
  }
  return kinds[unit] !== kept;
}

const unknown = 0;
const kept = 1;
const changed = 2;

const kinds = new Uint8Array(0x1_0000);
const folded = new Map<number, string>();

const firstHighOfInterest = 0xd800;
const highOfTags = 0xdb40;
const highOfEmoji = [0xd83d, 0xd83e];

function remember(codePoint: number): string {
  const isHigh = codePoint >= firstHighOfInterest && codePoint <= highOfTags;
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) {
    kinds[codePoint] = isHigh && !highOfEmoji.includes(codePoint) ? changed : kept;
    folded.set(codePoint, " ");
    return " ";
  }
  const character = String.fromCharCode(codePoint);
  const result = fold(character);
  kinds[codePoint] = result === character ? kept : changed;
  folded.set(codePoint, result);
  return result;
}

function foldedAstral(codePoint: number): string {
  const known = folded.get(codePoint);
  if (known !== undefined) {
    return known;
  }
  const result = fold(String.fromCodePoint(codePoint));
  folded.set(codePoint, result);
  return result;
}

function fold(character: string): string {
  if (character === "\0") {
    return " ";
  }
  if (character <= "\u007F" || "ºª°".includes(character)) {
    return character;
  }
  if (/^[\p{Cf}\p{M}\u{115F}\u{1160}\u{3164}\u{FFA0}]$/u.test(character)) {
    return "";
  }
  if (/^\p{Nd}$/u.test(character)) {
    return decimalDigit(character);
  }
  if (/^[\p{Zs}\u{2800}\u{FFFD}]$/u.test(character)) {
    return " ";
  }
  if (/^[\p{Pd}\u{2212}\u{2043}]$/u.test(character)) {
    return "-";
  }
  if (
    /^[\u{B7}\u{2022}\u{2024}\u{2027}\u{22C5}\u{3002}\u{30FB}\u{FF61}\u{FF65}]$/u.test(character)
  ) {
    return ".";
  }
  if (/^[\u{2044}\u{2215}\u{29F8}]$/u.test(character)) {
    return "/";
  }
  return character.normalize("NFKC");
}

/** The digit from 0 to 9 of any script: its digits are consecutive from zero, at a code that ends in 0 or 6. */
function decimalDigit(character: string): string {
  const compatible = character.normalize("NFKC");
  if (/^\d$/u.test(compatible)) {
    return compatible;
  }
  const codePoint = character.codePointAt(0) ?? 0;
  const low = codePoint % 16;
  const beginsAtSix =
    low > 9 || (low > 5 && !/\p{Nd}/u.test(String.fromCodePoint(codePoint - low)));
  return String(beginsAtSix ? low - 6 : low);
}
