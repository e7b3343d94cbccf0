/** With four bits, one of five absent trigrams looks present. */
const bitsPerTrigram = 4;
const minBytes = 64;
const maxBytes = 65_536;
const cacheSize = 4096;

/** Collects trigrams of growing folded text. Without white space, like search terms. */
export class TrigramCollector {
  readonly #hashes = new Set<number>();
  /** Recently added trigrams, because most repeat soon. */
  readonly #recent = new Int32Array(cacheSize).fill(-1);

  get hashes(): ReadonlySet<number> {
    return this.#hashes;
  }

  add(folded: string): void {
    eachTrigram(folded, (hash) => {
      const slot = hash & (cacheSize - 1);
      if (this.#recent[slot] !== hash) {
        this.#recent[slot] = hash;
        this.#hashes.add(hash);
      }
    });
  }
}

/**
 * A Bloom filter with one hash. It can grow: each bit of a smaller filter stands for all larger hashes with the same
 * low bits.
 */
export function trigramSignature(
  hashes: ReadonlySet<number>,
  previous: Uint8Array = new Uint8Array(0),
): Uint8Array {
  const bits = Math.max(minBytes * 8, hashes.size * bitsPerTrigram);
  const bytes = Math.min(maxBytes, Math.max(previous.length, 2 ** Math.ceil(Math.log2(bits / 8))));
  const signature = new Uint8Array(bytes);
  for (let at = 0; previous.length > 0 && at < bytes; at += previous.length) {
    signature.set(previous, at);
  }
  for (const hash of hashes) {
    const bit = hash & (bytes * 8 - 1);
    signature[bit >>> 3] = (signature[bit >>> 3] ?? 0) | (1 << (bit & 7));
  }
  return signature;
}

/** False is certain; true may be wrong. */
export function mayContain(signature: Uint8Array, term: readonly number[]): boolean {
  return term.every((hash) => {
    const bit = hash & (signature.length * 8 - 1);
    return ((signature[bit >>> 3] ?? 0) & (1 << (bit & 7))) !== 0;
  });
}

export function trigramHashes(folded: string): readonly number[] {
  const hashes: number[] = [];
  eachTrigram(folded, (hash) => hashes.push(hash));
  return hashes;
}

function eachTrigram(folded: string, tell: (hash: number) => void): void {
  let first = 0;
  let second = 0;
  for (let index = 0; index < folded.length; index += 1) {
    const unit = folded.charCodeAt(index);
    const third = isSpace(unit) ? 0 : unit;
    if (first !== 0 && second !== 0 && third !== 0) {
      tell(hashOf(first, second, third));
    }
    first = second;
    second = third;
  }
}

function hashOf(first: number, second: number, third: number): number {
  const mixed =
    Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b) ^ Math.imul(third, 0xc2b2ae35);
  return (mixed ^ (mixed >>> 15)) & 0x7fffffff;
}

function isSpace(unit: number): boolean {
  return unit <= 0x20 || unit === 0xa0 || (unit >= 0x2000 && unit <= 0x200a) || unit === 0x3000;
}
