/**
 * Characters that models read but people do not see (ASCII smuggling, Trojan Source): tags, supplementary variation
 * selectors, bidirectional controls, zero-width and invisible operators.
 */
const invisibleRanges: readonly (readonly [first: number, last: number])[] = [
  [0xe0000, 0xe007f],
  [0xe0100, 0xe01ef],
  [0x202a, 0x202e],
  [0x2066, 0x2069],
  [0x200b, 0x200b],
  [0x2060, 0x2064],
  [0xfeff, 0xfeff],
];

/** Joiners and variation selectors. Scripts and emoji need single ones, so only several in a row are suspicious. */
const joinerRanges: readonly (readonly [first: number, last: number])[] = [
  [0x200c, 0x200d],
  [0xfe00, 0xfe0f],
];

export function countInvisible(text: string): number {
  let count = 0;
  let previous = "";
  for (const character of text) {
    if (isInvisible(character, previous)) {
      count += 1;
    }
    previous = character;
  }
  return count;
}

/** Whether the character is invisible and unexpected after `previous`. */
export function isInvisible(character: string, previous: string): boolean {
  const codePoint = character.codePointAt(0) ?? 0;
  return (
    isIn(invisibleRanges, codePoint) ||
    (isIn(joinerRanges, codePoint) && isIn(joinerRanges, previous.codePointAt(0) ?? 0))
  );
}

function isIn(ranges: typeof invisibleRanges, codePoint: number): boolean {
  return (
    codePoint > 0xff && ranges.some(([first, last]) => codePoint >= first && codePoint <= last)
  );
}
