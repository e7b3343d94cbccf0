import { chunkRange } from "../text/chunks.ts";
import { definitionRange } from "../text/definitionRange.ts";
import { type Definition, definitionsOf } from "../text/definitions.ts";
import { saturated } from "./fieldScores.ts";
import type { Query } from "./query.ts";
import type { RankedFile, Ranking } from "./ranking.ts";
import { hashesOf, type SourceLines } from "./sourceLines.ts";
import { definitionWeights } from "./weights.ts";

const { nameTerm, meanLength, maxLines } = definitionWeights;
const { name: nameWeight, signature: signatureWeight, body: bodyWeight } = definitionWeights;
/** For `saturated`: the length of a definition counts as much as that of a chunk. */
const shape = { documents: 1, meanLength, lengthShare: 0.75 };

/** A text in a signature is written for people: it is no parameter and no type. */
const afterQuote = /["'`].*/su;

interface BestDefinition {
  /** 0 if no definition has a term. */
  readonly score: number;
  readonly line?: number;
}

/**
 * How well the best definition of a file fits by itself, in the unit of the file's score: a question is mostly about
 * one function, and a file where its words stand in several functions only looks like it. Looks at the best chunks.
 */
export function bestDefinition(
  { chunks, prior }: RankedFile,
  source: SourceLines,
  { query, termWeights }: Ranking,
): BestDefinition {
  let best: BestDefinition = { score: 0 };
  const seen = new Set<number>();
  for (const chunk of chunks) {
    const range = chunkRange(chunk, source.starts.length);
    for (const definition of definitionsOf(source.path, source.text, source.starts, range)) {
      if (!seen.has(definition.line)) {
        seen.add(definition.line);
        const score = prior * scoreOf(definition, source, query, termWeights);
        best = score > best.score ? { score, line: definition.line } : best;
      }
    }
  }
  return best;
}

function scoreOf(
  { name, line }: Definition,
  source: SourceLines,
  { terms }: Query,
  weights: ReadonlyMap<number, number>,
): number {
  const { start, end } = definitionRange(source.text, source.starts, line);
  const counts = new Map<number, number>();
  let length = 0;
  for (let at = start; at < Math.min(end, start + maxLines); at += 1) {
    const inLine = source.termsOf(at);
    length += inLine.length;
    for (const [hash, count] of inLine.counts) {
      counts.set(hash, (counts.get(hash) ?? 0) + count);
    }
  }
  let score = 0;
  for (const [hash, count] of counts) {
    const weight = weights.get(hash) ?? 0;
    score += weight * bodyWeight * saturated(count, length, shape);
  }
  const named = hashesOf(name);
  const inSignature = hashesOf(source.textOf(line, line + 1).replace(afterQuote, ""));
  const ofName = nameWeight / (1 + nameTerm * named.size);
  score += ofName * sumOfWords(terms, weights, (hash) => named.has(hash));
  const isBesideName = (hash: number): boolean => inSignature.has(hash) && !named.has(hash);
  return score + signatureWeight * sumOfWords(terms, weights, isBesideName);
}

/** Several terms of one word, such as its translations, say no more than the best of them. */
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
