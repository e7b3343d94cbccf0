/** Text as it is compared: without accents and other marks, in lower case. Not of the same length. */
export function foldText(text: string): string {
  return isAscii(text) ? text.toLowerCase() : foldAny(text);
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
