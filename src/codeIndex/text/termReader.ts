import { identifierHashes, maxIdentifier } from "./identifier.ts";

const slots = 1 << 18;
const maxKnown = slots / 2;
/** An identifier of 60 units has at most thirty parts with stems, and itself. */
const maxHashes = maxIdentifier + 1;
const firstHashes = 1 << 16;
const letterKinds = new Uint8Array(0x10000);
const isLetter = 1;
const isOther = 2;
const letterPattern = /[\p{L}\p{N}\p{M}_$]/u;

/** An identifier's hashes are `hashes[from]` to before `hashes[to]`, valid until the next call. */
export type VisitTerms = (hashes: Uint32Array, from: number, to: number) => void;

/** Caches the hashes of identifiers, by two hashes of the characters: no string is created for a known identifier. */
export class TermReader {
  readonly #first = new Uint32Array(slots);
  readonly #second = new Uint32Array(slots);
  readonly #starts = new Uint32Array(slots);
  readonly #ends = new Uint32Array(slots);
  #hashes = new Uint32Array(firstHashes);
  #size = 0;
  #known = 0;

  read(text: string, start: number, end: number, visit: VisitTerms): void {
    let at = start;
    while (at < end) {
      let unit = text.charCodeAt(at);
      if (!isWordUnit(unit)) {
        at += 1;
        continue;
      }
      const from = at;
      let first = 0x811c9dc5;
      let second = 0x9e3779b9;
      do {
        first = Math.imul(first ^ unit, 0x01000193);
        second = Math.imul(second + unit, 0x85ebca6b) ^ (second >>> 15);
        at += 1;
        unit = at < end ? text.charCodeAt(at) : 0;
      } while (isWordUnit(unit));
      const length = at - from;
      if (length > 1 && length <= maxIdentifier) {
        let slot = this.#slotOf(first >>> 0, second >>> 0);
        if (this.#starts[slot] === 0) {
          slot = this.#learn(text.slice(from, at), first >>> 0, second >>> 0);
        }
        visit(this.#hashes, (this.#starts[slot] ?? 1) - 1, this.#ends[slot] ?? 0);
      }
    }
  }

  #slotOf(first: number, second: number): number {
    let slot = (first ^ (second << 3)) & (slots - 1);
    while (
      this.#starts[slot] !== 0 &&
      (this.#first[slot] !== first || this.#second[slot] !== second)
    ) {
      slot = (slot + 1) & (slots - 1);
    }
    return slot;
  }

  #learn(identifier: string, first: number, second: number): number {
    if (this.#known === maxKnown) {
      this.#starts.fill(0);
      this.#known = 0;
      this.#size = 0;
    }
    if (this.#size + maxHashes > this.#hashes.length) {
      const more = new Uint32Array(this.#hashes.length * 2);
      more.set(this.#hashes);
      this.#hashes = more;
    }
    const slot = this.#slotOf(first, second);
    this.#first[slot] = first;
    this.#second[slot] = second;
    this.#starts[slot] = this.#size + 1;
    identifierHashes(identifier, (hash) => {
      this.#hashes[this.#size] = hash;
      this.#size += 1;
    });
    this.#ends[slot] = this.#size;
    this.#known += 1;
    return slot;
  }
}

function isWordUnit(unit: number): boolean {
  const kind = letterKinds[unit] ?? 0;
  return (kind === 0 ? kindOf(unit) : kind) === isLetter;
}

function kindOf(unit: number): number {
  const kind = letterPattern.test(String.fromCharCode(unit)) ? isLetter : isOther;
  letterKinds[unit] = kind;
  return kind;
}
