/**
 * The first line of each key, for a million keys in about 25 MB. Keys are stored as 53-bit hashes:
 * of such files, one in eighteen thousand has a row that is wrongly taken for a duplicate.
 */
export class LineIndex {
  #hashes = new Float64Array(1024);
  #lines = new Uint32Array(1024);
  #count = 0;

  /** The earlier line with this key. If there is none, stores this line and returns undefined. */
  firstLine(key: string, line: number): number | undefined {
    if (this.#count * 2 >= this.#hashes.length) {
      this.#grow();
    }
    const hash = hashOf(key);
    const slot = this.#slotOf(hash);
    if (this.#lines[slot] !== 0) {
      return this.#lines[slot];
    }
    this.#set(slot, hash, line);
    this.#count += 1;
    return undefined;
  }

  /** The slot of the hash, or the free slot for it. Lines count from 1, so 0 means free. */
  #slotOf(hash: number): number {
    const size = this.#hashes.length;
    let slot = hash % size;
    while (this.#lines[slot] !== 0 && this.#hashes[slot] !== hash) {
      slot = (slot + 1) % size;
    }
    return slot;
  }

  #set(slot: number, hash: number, line: number): void {
    this.#hashes[slot] = hash;
    this.#lines[slot] = line;
  }

  #grow(): void {
    const hashes = this.#hashes;
    const lines = this.#lines;
    this.#hashes = new Float64Array(hashes.length * 2);
    this.#lines = new Uint32Array(lines.length * 2);
    for (const [index, line] of lines.entries()) {
      const hash = hashes[index] ?? 0;
      if (line !== 0) {
        this.#set(this.#slotOf(hash), hash, line);
      }
    }
  }
}

/**
 * Two multiplicative 32-bit hashes (FNV-1a with different primes and starts), joined to 53 bits.
 */
function hashOf(text: string): number {
  let high = 0x811c9dc5;
  let low = 0x9e3779b9;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low ^ code, 0x85ebca6b);
  }
  const mixedHigh = mixed(high ^ (low >>> 15));
  return (mixedHigh & 0x1fffff) * 0x1_0000_0000 + mixed(low ^ (high >>> 13));
}

/** Spreads a difference of a few bits over all 32 (the finaliser of MurmurHash3). */
function mixed(value: number): number {
  let bits = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
