/** Larger bodies are stored in shared memory. */
export const sharedFrom = 64 * 1024;

/** Memory shared between threads; the system allocates pages on first write. */
export function sharedBytes(size: number): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(size));
}

/**
 * Joins the pieces of a body of `size` bytes. A large body is in shared memory, so that passing it
 * to another thread is free. It is not changed afterwards.
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
