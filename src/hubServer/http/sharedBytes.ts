export const sharedFrom = 64 * 1024;

export function sharedBytes(size: number): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(size));
}

/** A Buffer of one byte takes 300 bytes of memory, so smaller pieces are copied together. */
const keptFrom = 4 * 1024;

/** Collects the pieces of a body. */
export class CollectedBytes {
  readonly #pieces: Uint8Array[] = [];
  #block = new Uint8Array(0);
  #used = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(piece: Uint8Array): void {
    this.#size += piece.length;
    if (piece.length >= keptFrom) {
      this.#keepBlock();
      this.#pieces.push(piece);
      return;
    }
    if (this.#used + piece.length > this.#block.length) {
      this.#keepBlock();
      this.#block = new Uint8Array(sharedFrom);
    }
    this.#block.set(piece, this.#used);
    this.#used += piece.length;
  }

  clear(): void {
    this.#pieces.length = 0;
    this.#block = new Uint8Array(0);
    this.#used = 0;
  }

  /**
   * The whole body. A large body is in shared memory, which can pass to another thread without a copy; it is never
   * changed afterwards.
   */
  join(): Uint8Array {
    this.#keepBlock();
    if (this.#size <= sharedFrom) {
      const [only] = this.#pieces;
      return only?.length === this.#size ? only : Buffer.concat(this.#pieces, this.#size);
    }
    const joined = sharedBytes(this.#size);
    let at = 0;
    for (const piece of this.#pieces) {
      joined.set(piece, at);
      at += piece.length;
    }
    return joined;
  }

  #keepBlock(): void {
    if (this.#used > 0) {
      this.#pieces.push(this.#block.slice(0, this.#used));
      this.#used = 0;
    }
  }
}
