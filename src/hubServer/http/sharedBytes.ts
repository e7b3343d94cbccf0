export const sharedFrom = 64 * 1024;

export function sharedBytes(size: number): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(size));
}

/**
 * Joins pieces. A large body is in shared memory, which can pass to another thread without a copy; it is never
 * changed afterwards.
 */
export function joinBytes(pieces: readonly Uint8Array[], size: number): Uint8Array {
  if (size <= sharedFrom) {
    const [only] = pieces;
    return only?.length === size ? only : Buffer.concat(pieces, size);
  }
  const joined = sharedBytes(size);
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}
