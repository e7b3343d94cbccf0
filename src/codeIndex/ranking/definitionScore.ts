import { chunkRange } from "../text/chunks.ts";
import { definitionRange } from "../text/definitionRange.ts";
import { type Definition, definitionsOf } from "../text/definitions.ts";
import { saturated } from "./fieldScores.ts";
import type { RankedFile } from "./ranking.ts";
import { hashesOf, type SourceLines } from "./sourceLines.ts";
import { definitionWeights } from "./weights.ts";

const { name: nameWeight, nameTerm, body: bodyWeight, meanLength, maxLines } = definitionWeights;
/** For `saturated`: the length of a definition counts as much as that of a chunk. */
const shape = { documents: 1, meanLength, lengthShare: 0.75 };

/**
 * How well the best definition of a file fits by itself, in the unit of the file's score: a question is mostly about
 * one function, and a file where its words stand in several functions only looks like it. Looks at the best chunks.
 */
export function definitionScore(
  { chunks, prior }: RankedFile,
  source: SourceLines,
  weights: ReadonlyMap<number, number>,
): number {
  let best = 0;
  const seen = new Set<number>();
  for (const chunk of chunks) {
    const range = chunkRange(chunk, source.starts.length);
    for (const definition of definitionsOf(source.path, source.text, source.starts, range)) {
      if (!seen.has(definition.line)) {
        seen.add(definition.line);
        best = Math.max(best, scoreOf(definition, source, weights));
      }
    }
  }
  return best * prior;
}

function scoreOf(
  { name, line }: Definition,
  source: SourceLines,
  weights: ReadonlyMap<number, number>,
): number {
  const { start, end } = definitionRange(source.text, source.starts, line);
  const counts = new Map<number, number>();
  let length = 0;
  for (let at = start; at < Math.min(end, start + maxLines); at += 1) {
    const terms = source.termsOf(at);
    length += terms.length;
    for (const [hash, count] of terms.counts) {
      counts.set(hash, (counts.get(hash) ?? 0) + count);
    }
  }
  const named = hashesOf(name);
  const ofName = nameWeight / (1 + nameTerm * named.size);
  let score = 0;
  for (const [hash, count] of counts) {
    const weight = weights.get(hash) ?? 0;
    score += weight * bodyWeight * saturated(count, length, shape);
    score += named.has(hash) ? weight * ofName : 0;
  }
  return score;
}
