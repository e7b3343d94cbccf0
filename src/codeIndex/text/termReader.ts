import { identifierHashes, maxIdentifier } from "./identifier.ts";

const slots = 1 << 17;
const nothing = new Uint32Array(0);
const letterKinds = new Uint8Array(0x10000);
const isLetter = 1;
const isOther = 2;
const letterPattern = /[\p{L}\p{N}\p{M}_$]/u;

/** Called with the hashes of one identifier and the place where it starts. */
export type VisitTerms = (hashes: Uint32Array, start: number) => void;

/**
 * Reads the terms of texts. Most identifiers repeat, so the hashes of those seen are kept, found by two hashes of the
 * characters: no string is made for an identifier that is known.
 */
export class TermReader {
  readonly #first = new Uint32Array(slots);
  readonly #second = new Uint32Array(slots);
  readonly #hashes = Array.from<Uint32Array | undefined>({ length: slots });
  #count = 0;

  /** Visits every identifier of the text between two places, in order. */
  read(text: string, start: number, end: number, visit: VisitTerms): void {
    let at = start;
    while (at < end) {
      if (!isWordUnit(text.charCodeAt(at))) {
        at += 1;
        continue;
      }
      const from = at;
      let first = 0x811c9dc5;
      let second = 0x9e3779b9;
      let unit = text.charCodeAt(at);
      do {
        first = Math.imul(first ^ unit, 0x01000193);
        second = Math.imul(second + unit, 0x85ebca6b) ^ (second >>> 15);
        at += 1;
        unit = at < end ? text.charCodeAt(at) : 0;
      } while (isWordUnit(unit));
      if (at - from <= maxIdentifier) {
        const hashes = this.#find(text, from, at, [first >>> 0, second >>> 0]);
        if (hashes.length > 0) {
          visit(hashes, from);
        }
      }
    }
  }

  #find(text: string, from: number, to: number, key: readonly [number, number]): Uint32Array {
    if (to - from === 1) {
      return nothing;
    }
    const [first, second] = key;
    let slot = (first ^ (second << 3)) & (slots - 1);
    for (;;) {
      const known = this.#hashes[slot];
      if (known === undefined) {
        break;
      }
      if (this.#first[slot] === first && this.#second[slot] === second) {
        return known;
      }
      slot = (slot + 1) & (slots - 1);
    }
    if (this.#count > slots / 2) {
      this.#hashes.fill(undefined);
      this.#count = 0;
    }
    const hashes = identifierHashes(text.slice(from, to));
    this.#first[slot] = first;
    this.#second[slot] = second;
    this.#hashes[slot] = hashes;
    this.#count += 1;
    return hashes;
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
