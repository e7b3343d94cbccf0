/**
 * Stores a million keys in about 40 MB as 53-bit hashes: in one of eighteen thousand such files, a row is wrongly taken
 * for a repeated record.
 */
export class LineIndex {
  #hashes = new Float64Array(1024);
  #contents = new Float64Array(1024);
  #lines = new Uint32Array(1024);
  #count = 0;
  /** For the first line of a key, a later line with other content. */
  readonly #differing = new Map<number, number>();

  add(key: string, content: string, line: number): void {
    if (this.#count * 2 >= this.#hashes.length) {
      this.#grow();
    }
    const hash = hashOf(key);
    const slot = this.#slotOf(hash);
    const first = this.#lines[slot] ?? 0;
    if (first === 0) {
      this.#set(slot, { hash, content: hashOf(content), line });
      this.#count += 1;
    } else if (this.#contents[slot] !== hashOf(content) && !this.#differing.has(first)) {
      this.#differing.set(first, line);
    }
  }

  /** Returns a line with this key, preferably with other content. */
  other(
    key: string,
    line: number,
  ): { readonly line: number; readonly isSame: boolean } | undefined {
    const first = this.#lines[this.#slotOf(hashOf(key))] ?? 0;
    const differing = this.#differing.get(first);
    if (differing !== undefined) {
      return { line: line === first ? differing : first, isSame: false };
    }
    return first === 0 || first === line ? undefined : { line: first, isSame: true };
  }

  /** Returns the hash's slot, or a free one. Lines count from 1, so 0 means free. */
  #slotOf(hash: number): number {
    const size = this.#hashes.length;
    let slot = hash % size;
    while (this.#lines[slot] !== 0 && this.#hashes[slot] !== hash) {
      slot = (slot + 1) % size;
    }
    return slot;
  }

  #set(slot: number, { hash, content, line }: Entry): void {
    this.#hashes[slot] = hash;
    this.#contents[slot] = content;
    this.#lines[slot] = line;
  }

  #grow(): void {
    const hashes = this.#hashes;
    const contents = this.#contents;
    const lines = this.#lines;
    this.#hashes = new Float64Array(hashes.length * 2);
    this.#contents = new Float64Array(hashes.length * 2);
    this.#lines = new Uint32Array(lines.length * 2);
    for (const [index, line] of lines.entries()) {
      const hash = hashes[index] ?? 0;
      if (line !== 0) {
        this.#set(this.#slotOf(hash), { hash, content: contents[index] ?? 0, line });
      }
    }
  }
}

interface Entry {
  readonly hash: number;
  readonly content: number;
  readonly line: number;
}

/** Two 32-bit hashes (FNV-1a with different primes and starts), joined to 53 bits. */
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

function mixed(value: number): number {
  let bits = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
