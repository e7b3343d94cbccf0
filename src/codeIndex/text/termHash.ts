/**
 * Terms are stored as 32-bit hashes: smaller, and the code cannot be read from the index. Each kind has its own space:
 * the stem `pars` never equals the word `pars`.
 */
export const termSpaces = {
  word: 0x811c9dc5,
  stem: 0x3c6ef372,
  definition: 0x510e527f,
  foldedDefinition: 0x1f83d9ab,
} as const;

export function termHash(term: string, space: number): number {
  let hash = space;
  for (let index = 0; index < term.length; index += 1) {
    hash = Math.imul(hash ^ term.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
