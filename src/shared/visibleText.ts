/** A piece of a text: as it is, or a character that nobody would see, under its code point. */
export interface VisiblePiece {
  readonly text: string;
  readonly isMark: boolean;
}

/**
 * Control and format characters, line ends and bidirectional ones included, spaces that are not the usual
 * one, variation selectors, fillers that are drawn as nothing, and halves of surrogate pairs.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{DI}\u2800]|(?! )\p{Zs}/gu;

/** A text as a person has to see it before approving it: nothing in it hides or turns around. */
export function visiblePieces(text: string): readonly VisiblePiece[] {
  const pieces: VisiblePiece[] = [];
  let end = 0;
  for (const match of text.matchAll(unseen)) {
    if (match.index > end) {
      pieces.push({ text: text.slice(end, match.index), isMark: false });
    }
    pieces.push({ text: markOf(match[0]), isMark: true });
    end = match.index + match[0].length;
  }
  return end < text.length ? [...pieces, { text: text.slice(end), isMark: false }] : pieces;
}

/** The same on one line, for where only text goes. */
export function visibleText(text: string): string {
  return visiblePieces(text)
    .map(({ text: piece, isMark }) => (isMark ? `⟨${piece}⟩` : piece))
    .join("");
}

function markOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}
