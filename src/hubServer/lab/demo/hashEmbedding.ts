import type { EmbeddingInput } from "../../models/embeddingCall.ts";
import { plain } from "./words.ts";

const gramLengths = [3, 4, 5];
const wordWeight = 1;
const pairWeight = 0.5;
const gramWeight = 0.3;

/** The hashing trick (Weinberger et al. 2009): words, word pairs and n-grams become an index and a sign. */
export function hashEmbedding(input: EmbeddingInput, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions);
  const add = (feature: string, weight: number): void => {
    const hash = hashOf(feature);
    const place = (hash >>> 1) % dimensions;
    vector[place] = (vector[place] ?? 0) + ((hash & 1) === 0 ? weight : -weight);
  };
  const words = typeof input === "string" ? wordsOf(input) : input.map((token) => `#${token}`);
  words.forEach((word, at) => {
    add(`w ${word}`, wordWeight);
    const next = words[at + 1];
    if (next !== undefined) {
      add(`p ${word} ${next}`, pairWeight);
    }
    if (typeof input === "string") {
      gramsOf(word).forEach((gram) => add(`g ${gram}`, gramWeight));
    }
  });
  return normalised(vector);
}

function wordsOf(text: string): readonly string[] {
  return plain(text.normalize("NFKC")).match(/[\p{L}\p{N}]+/gu) ?? [];
}

function gramsOf(word: string): readonly string[] {
  // Text without spaces is one long word.
  const text = `<${word.slice(0, 64)}>`;
  return gramLengths.flatMap((length) =>
    Array.from({ length: Math.max(0, text.length - length + 1) }, (_, start) =>
      text.slice(start, start + length),
    ),
  );
}

/** FNV-1a; the final mix makes the low bits random too. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

function normalised(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}
