import { isRecord } from "../shared/base/json.ts";
import { wholeTextIn } from "./encode/encodedText.ts";
import { type Finding, scanText } from "./find/scanText.ts";
import type { OwnFinder } from "./own/ownFinder.ts";

const reach = 128;

export function findAcrossParts(
  items: readonly unknown[],
  own: readonly OwnFinder[] = [],
): readonly (readonly Finding[])[] {
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
      addPieces(texts.slice(first, index), { first, pieces, own });
    }
  }
  return pieces;
}

const leastDigits = 11;

/** A list of digits or bytes as text, since a number may be in it. */
export function bytesIn(items: readonly unknown[]): string | undefined {
  return items.length >= leastDigits && items.every(isByte) ? items.join(",") : undefined;
}

function isByte(item: unknown): boolean {
  return typeof item === "number" && item >= 0 && item < 256 && Number.isInteger(item);
}

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

export function hasEncodedText(
  { type }: Readonly<Record<string, unknown>>,
  key: string | undefined,
): boolean {
  return key === "file_data" || (key === "data" && type === "base64");
}

/** Start of a document's base64: OpenAI's format has a `data:` address. */
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

/** Pieces of accepted values that are cut over the texts, by text. */
export function findAcrossTexts(
  texts: readonly string[],
  accepts: (finding: Finding, text: string) => boolean,
): readonly (readonly Finding[])[] {
  const pieces: Finding[][] = texts.map(() => []);
  addPieces(texts, { first: 0, pieces, own: [], accepts });
  return pieces;
}

interface Stretch {
  readonly part: number;
  readonly start: number;
  readonly offset: number;
  readonly length: number;
}

function addPieces(
  texts: readonly (string | undefined)[],
  {
    first,
    pieces,
    own,
    accepts = () => true,
  }: {
    readonly first: number;
    readonly pieces: readonly Finding[][];
    readonly own: readonly OwnFinder[];
    readonly accepts?: (finding: Finding, text: string) => boolean;
  },
): void {
  const { text, stretches } = joinEnds(texts);
  let from = 0;
  for (const finding of scanText(text, own)) {
    const { start, end } = finding;
    while (endOf(stretches[from]) <= start) {
      from += 1;
    }
    if (endOf(stretches[from]) >= end || !accepts(finding, text)) {
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

function endOf(stretch: Stretch | undefined): number {
  return stretch ? stretch.start + stretch.length : Number.POSITIVE_INFINITY;
}

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

/** Joins texts; long texts are reduced to both ends, with a line break for the middle. */
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
