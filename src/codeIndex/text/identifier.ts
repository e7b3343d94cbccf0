import { foldText } from "../../shared/text/foldText.ts";
import { stemOf } from "./stem.ts";
import { termHash, termSpaces } from "./termHash.ts";

/** Longer runs, in UTF-16 units, are data. */
export const maxIdentifier = 60;
const minPart = 2;
const plainWord = /^[a-z]+$/u;
const asciiWord = /^[\w$]+$/u;
const asciiPart = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/gu;
const partPattern = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|\p{Lu}+|\p{N}+/gu;

export interface IdentifierWords {
  readonly whole: string | undefined;
  /** Folded pieces at camel, snake and digit borders; unique, without `whole`. */
  readonly parts: readonly string[];
  readonly stems: readonly string[];
}

/** `HTTPServer2_retryAfter` gives http, server, retry, after; the `2` is too short. */
export function identifierWords(identifier: string): IdentifierWords {
  if (plainWord.test(identifier)) {
    return identifier.length < minPart
      ? { whole: undefined, parts: [], stems: [] }
      : { whole: identifier, parts: [], stems: [stemOf(identifier)] };
  }
  const folded = foldText(identifier).replaceAll("$", "");
  const whole = folded.length >= minPart ? folded : undefined;
  const parts = partsOf(identifier).filter((part) => part.length >= minPart && part !== whole);
  return { whole, parts, stems: stemsOf(parts.length > 0 ? parts : [whole ?? ""]) };
}

function partsOf(identifier: string): readonly string[] {
  const pieces = asciiWord.test(identifier)
    ? identifier.match(asciiPart)?.map((piece) => piece.toLowerCase())
    : identifier.match(partPattern)?.map(foldText);
  return withoutRepetition(pieces ?? []);
}

function stemsOf(words: readonly string[]): readonly string[] {
  const named = words.filter((word) => word !== "" && !isNumber(word));
  return withoutRepetition(named.map(stemOf));
}

function withoutRepetition(texts: readonly string[]): readonly string[] {
  return texts.length < 2 ? texts : [...new Set(texts)];
}

function isNumber(part: string): boolean {
  const unit = part.charCodeAt(0);
  return unit >= 0x30 && unit <= 0x39;
}

export function identifierHashes(identifier: string, tell: (hash: number) => void): void {
  const { whole, parts, stems } = identifierWords(identifier);
  if (whole !== undefined) {
    tell(termHash(whole, termSpaces.word));
  }
  for (const part of parts) {
    tell(termHash(part, termSpaces.word));
  }
  for (const stem of stems) {
    tell(termHash(stem, termSpaces.stem));
  }
}
