import { chunkRange } from "../text/chunks.ts";
import { definitionRange } from "../text/definitionRange.ts";
import { type Definition, definitionsOf } from "../text/definitions.ts";
import type { LineRange } from "../text/lines.ts";
import { saturated } from "./fieldScores.ts";
import type { Query } from "./query.ts";
import type { RankedFile, Ranking } from "./ranking.ts";
import { hashesOf, type SourceLines } from "./sourceLines.ts";
import { definitionWeights } from "./weights.ts";

const { nameTerm, meanLength, maxLines } = definitionWeights;
const { name: nameWeight, signature: signatureWeight, body: bodyWeight } = definitionWeights;
/** The length of a definition is weighted like the length of a chunk. */
const shape = { documents: 1, meanLength, lengthShare: 0.75 };

/** Quoted text in a signature is neither parameter nor type. */
const afterQuote = /["'`].*/su;

const keptDefinitions = 20;

/** A definition that fits the question, with its lines. */
export interface FittingDefinition extends Definition, LineRange {
  readonly score: number;
}

/** The file's definitions that fit best, the best first: a question is mostly about one function. Reads only the best chunks. */
export function fittingDefinitions(
  { chunks, prior }: RankedFile,
  source: SourceLines,
  { query, termWeights }: Ranking,
): readonly FittingDefinition[] {
  const { path, text, starts } = source;
  return rangesOf(chunks, starts.length)
    .flatMap((range) => definitionsOf(path, text, starts, range))
    .map((definition) => {
      const candidate = { ...definition, ...definitionRange(text, starts, definition.line) };
      const score = prior * scoreOf(candidate, source, query, termWeights);
      return { ...candidate, score };
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, keptDefinitions);
}

function rangesOf(chunks: readonly number[], lines: number): readonly LineRange[] {
  return chunks.map((chunk, place) => {
    const before = chunks.slice(0, place);
    const { start, end } = chunkRange(chunk, lines);
    return {
      start: before.includes(chunk - 1) ? chunkRange(chunk - 1, lines).end : start,
      end: before.includes(chunk + 1) ? chunkRange(chunk + 1, lines).start : end,
    };
  });
}

function scoreOf(
  { name, line, start, end }: Definition & LineRange,
  source: SourceLines,
  { terms }: Query,
  weights: ReadonlyMap<number, number>,
): number {
  const counts = new Uint32Array(source.terms.weights.length);
  let length = 0;
  for (let at = start; at < Math.min(end, start + maxLines); at += 1) {
    length += source.countTerms(at, counts);
  }
  let score = 0;
  for (const [term, count] of counts.entries()) {
    if (count > 0) {
      score += (source.terms.weights[term] ?? 0) * bodyWeight * saturated(count, length, shape);
    }
  }
  if (!source.hasTerm(line)) {
    return score;
  }
  const named = hashesOf(name);
  const inSignature = hashesOf(source.textOf(line, line + 1).replace(afterQuote, ""));
  const ofName = nameWeight / (1 + nameTerm * named.size);
  score += ofName * sumOfWords(terms, weights, (hash) => named.has(hash));
  const isBesideName = (hash: number): boolean => inSignature.has(hash) && !named.has(hash);
  return score + signatureWeight * sumOfWords(terms, weights, isBesideName);
}

function sumOfWords(
  terms: Query["terms"],
  weights: ReadonlyMap<number, number>,
  isThere: (hash: number) => boolean,
): number {
  const words = new Map<number, number>();
  for (const { hash, word } of terms) {
    if (isThere(hash)) {
      words.set(word, Math.max(words.get(word) ?? 0, weights.get(hash) ?? 0));
    }
  }
  return [...words.values()].reduce((sum, weight) => sum + weight, 0);
}
