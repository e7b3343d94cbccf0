import { foldText } from "../../shared/foldText.ts";
import { stemOf } from "./stem.ts";
import { termHash, termSpaces } from "./termHash.ts";

/** Longer runs of letters and digits are data, not names, in UTF-16 units. */
export const maxIdentifier = 60;
const minPart = 2;
const partPattern = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|\p{Lu}+|\p{N}+/gu;

/** One identifier as the index knows it. */
export interface IdentifierWords {
  /** Folded; undefined if it is too short to mean anything. */
  readonly whole: string | undefined;
  /** The folded pieces at camel, snake and digit borders, without repetition and without `whole`. */
  readonly parts: readonly string[];
  /** A light stem of each piece, or of `whole` where it is the only one. */
  readonly stems: readonly string[];
}

/** `HTTPServer2_retryAfter` has the parts http, server, retry, after; the `2` is too short. */
export function identifierWords(identifier: string): IdentifierWords {
  const folded = foldText(identifier).replaceAll("$", "");
  const pieces = [...identifier.matchAll(partPattern)]
    .map(([piece]) => foldText(piece))
    .filter((piece) => piece.length >= minPart);
  const whole = folded.length >= minPart ? folded : undefined;
  const parts = [...new Set(pieces)].filter((piece) => piece !== whole);
  const stemmed = parts.length > 0 ? parts : whole === undefined ? [] : [whole];
  const stems = stemmed.filter((part) => !/^\p{N}+$/u.test(part)).map(stemOf);
  return { whole, parts, stems: [...new Set(stems)] };
}

/** The hashes of all terms of an identifier. */
export function identifierHashes(identifier: string): Uint32Array {
  const { whole, parts, stems } = identifierWords(identifier);
  return Uint32Array.from([
    ...(whole === undefined ? [] : [termHash(whole, termSpaces.word)]),
    ...parts.map((part) => termHash(part, termSpaces.word)),
    ...stems.map((stem) => termHash(stem, termSpaces.stem)),
  ]);
}
