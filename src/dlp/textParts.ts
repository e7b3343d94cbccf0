import { type Finding, scanText } from "./scanText.ts";

/** Characters on each side of a joint that a value across it may have. */
const reach = 128;

/**
 * Values that adjacent text parts of one message hold together and none of them alone, as the piece of it
 * that each part has: one list for each item, empty for what is no text part.
 */
export function findAcrossParts(items: readonly unknown[]): readonly (readonly Finding[])[] {
  const pieces: Finding[][] = items.map(() => []);
  for (let index = 0; index < items.length; index += 1) {
    const first = index;
    while (textOf(items[index]) !== undefined) {
      index += 1;
    }
    if (index - first > 1) {
      addPieces(items.slice(first, index).map(textOf), first, pieces);
    }
  }
  return pieces;
}

function textOf(item: unknown): string | undefined {
  return typeof item === "object" &&
    item !== null &&
    "text" in item &&
    typeof item.text === "string"
    ? item.text
    : undefined;
}

/** A stretch of one part as it stands in the joined text. */
interface Stretch {
  readonly part: number;
  readonly start: number;
  readonly offset: number;
  readonly length: number;
}

function addPieces(
  texts: readonly (string | undefined)[],
  first: number,
  pieces: readonly Finding[][],
): void {
  const { text, stretches } = joinEnds(texts);
  let from = 0;
  for (const finding of scanText(text)) {
    const { start, end } = finding;
    while (endOf(stretches[from]) <= start) {
      from += 1;
    }
    if (endOf(stretches[from]) >= end) {
      continue;
    }
    for (let at = from; (stretches[at]?.start ?? end) < end; at += 1) {
      const stretch = stretches[at];
      const piece = stretch && pieceIn(stretch, start, end);
      if (piece) {
        pieces[first + stretch.part]?.push({ ...finding, ...piece });
      }
    }
  }
}

/** Past the last stretch nothing can begin. */
function endOf(stretch: Stretch | undefined): number {
  return stretch ? stretch.start + stretch.length : Number.POSITIVE_INFINITY;
}

/** What of `start` to `end` lies in the stretch, by its position in the part. */
function pieceIn(
  stretch: Stretch,
  start: number,
  end: number,
): { readonly start: number; readonly end: number } | undefined {
  const shift = stretch.offset - stretch.start;
  const piece = {
    start: Math.max(start, stretch.start) + shift,
    end: Math.min(end, endOf(stretch)) + shift,
  };
  return piece.end > piece.start ? piece : undefined;
}

/** The parts one after another; of long ones only both ends, with a line break for what lies between. */
function joinEnds(texts: readonly (string | undefined)[]): {
  readonly text: string;
  readonly stretches: readonly Stretch[];
} {
  const stretches: Stretch[] = [];
  let text = "";
  const add = (part: number, piece: string, offset: number): void => {
    stretches.push({ part, start: text.length, offset, length: piece.length });
    text += piece;
  };
  for (const [part, whole = ""] of texts.entries()) {
    if (whole.length <= 2 * reach) {
      add(part, whole, 0);
    } else {
      add(part, whole.slice(0, reach), 0);
      text += "\n\n";
      add(part, whole.slice(-reach), whole.length - reach);
    }
  }
  return { text, stretches };
}
