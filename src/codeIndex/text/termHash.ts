/**
 * Terms are kept as 32-bit hashes only: smaller than words, and nobody can read code out of the index. Each kind of
 * term has a space of its own, so that the stem `pars` never meets the word `pars`.
 */
export const termSpaces = {
  word: 0x811c9dc5,
  stem: 0x3c6ef372,
  /** The whole name of a definition, as it is written. */
  definition: 0x510e527f,
  /** The whole name of a definition, case and accents folded. */
  foldedDefinition: 0x1f83d9ab,
} as const;

/** The hash of a term in its space. */
export function termHash(term: string, space: number): number {
  let hash = space;
  for (let index = 0; index < term.length; index += 1) {
    hash = Math.imul(hash ^ term.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
