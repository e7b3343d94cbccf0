import { isRecord } from "../shared/json.ts";
import { wholeTextIn } from "./encodedText.ts";
import { type Finding, scanText } from "./scanText.ts";

/** The most characters of a value on each side of the joint that it crosses. */
const reach = 128;

/**
 * Values that are split over adjacent text parts of a message, documents of text among them, so that no part has them
 * whole. Each part gets its piece of the value: a list for each item, empty or missing for items without a piece. The
 * place of a piece in a document in base64 is one in the text that the base64 stands for.
 */
export function findAcrossParts(items: readonly unknown[]): readonly (readonly Finding[])[] {
  if (items.length < 2) {
    return [];
  }
  const pieces: Finding[][] = items.map(() => []);
  const texts = items.map(textOf);
  for (let index = 0; index < items.length; index += 1) {
    const first = index;
    while (texts[index] !== undefined) {
      index += 1;
    }
    if (index - first > 1) {
      addPieces(texts.slice(first, index), first, pieces);
    }
  }
  return pieces;
}

/** The key under which a part, or a value within it, has its text: a document as `source.data` or `file.file_data`. */
export function keyOfText(part: Readonly<Record<string, unknown>>): string | undefined {
  const { text, source, type, data, file, file_data: fileData } = part;
  if (typeof text === "string") {
    return "text";
  }
  if ((type === "text" || type === "base64") && typeof data === "string") {
    return "data";
  }
  if (isRecord(source)) {
    return "source";
  }
  if (typeof fileData === "string") {
    return "file_data";
  }
  return isRecord(file) ? "file" : undefined;
}

/** Whether the text of a part is what the value under its `key` stands for, as in a document in base64. */
export function hasEncodedText(
  { type }: Readonly<Record<string, unknown>>,
  key: string | undefined,
): boolean {
  return key === "file_data" || (key === "data" && type === "base64");
}

/** Where the base64 of a document begins: OpenAI's format has a `data:` address. */
export function startOfEncoded(document: string): number {
  return document.startsWith("data:") ? document.indexOf(",") + 1 : 0;
}

function textOf(item: unknown): string | undefined {
  if (!isRecord(item)) {
    return undefined;
  }
  const key = keyOfText(item);
  const value = key === undefined ? undefined : item[key];
  if (typeof value !== "string") {
    return textOf(value);
  }
  return hasEncodedText(item, key) ? wholeTextIn(value.slice(startOfEncoded(value))) : value;
}

/** A piece of one part, and its place in the joined text. */
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

/** After the last stretch, no value can begin. */
function endOf(stretch: Stretch | undefined): number {
  return stretch ? stretch.start + stretch.length : Number.POSITIVE_INFINITY;
}

/** The part of `start` to `end` inside the stretch, as a position in the text part. */
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

/** Joins the parts; long parts are cut to both ends, with a line break for the middle. */
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
