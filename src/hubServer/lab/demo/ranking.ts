import { termsOf } from "./words.ts";

/** BM25's k1 (Robertson and Zaragoza, 2009), low for short texts. */
const saturation = 0.6;
const lengthWeight = 0.3;

export interface Ranked<T> {
  readonly item: T;
  readonly score: number;
  readonly matchedTerms: number;
}

export function rank<T>(
  question: string,
  items: readonly T[],
  textOf: (item: T) => string,
): readonly Ranked<T>[] {
  const documents = items.map((item) => ({ item, counts: countTerms(textOf(item)) }));
  const lengths = documents.map(({ counts }) => lengthOf(counts));
  const meanLength = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  const terms = [...new Set(termsOf(question))].map((term) => ({
    term,
    weight: weightOf(documents.filter(({ counts }) => counts.has(term)).length, documents.length),
  }));
  return documents
    .map(({ item, counts }, index) => {
      const norm =
        1 - lengthWeight + (lengthWeight * (lengths[index] ?? 0)) / Math.max(1, meanLength);
      const matches = terms.filter(({ term }) => counts.has(term));
      const score = matches.reduce((sum, { term, weight }) => {
        const count = counts.get(term) ?? 0;
        return sum + (weight * count * (saturation + 1)) / (count + saturation * norm);
      }, 0);
      return { item, score, matchedTerms: matches.length };
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
}

function countTerms(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const term of termsOf(text)) {
    counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return counts;
}

function lengthOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

function weightOf(documentsWithTerm: number, documents: number): number {
  return Math.log(1 + (documents - documentsWithTerm + 0.5) / (documentsWithTerm + 0.5));
}
