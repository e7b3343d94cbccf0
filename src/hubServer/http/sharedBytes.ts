/** Larger bodies are put where all threads can read them. */
export const sharedFrom = 64 * 1024;

/** Memory that all threads can read; the system gives it when it is written to. */
export function sharedBytes(size: number): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(size));
}

/**
 * Joins the pieces of a body of `size` bytes. A large one is in shared memory: passing it to another
 * thread then costs this one nothing. Nobody changes it afterwards.
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
