/** A piece is plain text, or the code point of an invisible character. */
export interface VisiblePiece {
  readonly text: string;
  readonly isMark: boolean;
}

/**
 * Control and format characters with line ends and bidirectional marks, unusual spaces, variation selectors, fillers
 * without a glyph, and halves of surrogate pairs.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{DI}\u2800]|(?! )\p{Zs}/gu;

/** Splits a text for approval: no character can hide or reverse it. */
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

export function visibleText(text: string): string {
  return visiblePieces(text)
    .map(({ text: piece, isMark }) => (isMark ? `⟨${piece}⟩` : piece))
    .join("");
}

export function visibleLines(text: string): string {
  return text
    .split("\n")
    .map((line) => visibleText(line.replaceAll("\t", "    ").replace(/\r$/u, "")))
    .join("\n");
}

function markOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}
