import { SipHash } from "./sipHash.ts";

/** Exact terms as keyed hashes, from which the list cannot be read. */
export interface HashedTerms {
  /** The key: 32 hexadecimal digits. */
  readonly key: string;
  /** Base64 of ascending 64-bit floats, each a hash of a term. */
  readonly hashes: string;
  /** The hashes of the first words of terms with several words, in the same form. */
  readonly beginnings: string;
  readonly count: number;
  /** The number of words of the longest term. */
  readonly words: number;
}

export const termLimits = { count: 100_000, words: 8, length: 200 } as const;

export interface TermList {
  readonly terms: HashedTerms;
  readonly duplicates: number;
  /** The number of refused lines: too long, with too many words, or with fewer than 3 letters and digits. */
  readonly refused: number;
}

const linesATurn = 2_000;

/**
 * One term a line; a byte order mark, blank lines and any kind of line break are accepted. `turn` lets others work
 * meanwhile.
 */
export async function hashTerms(
  list: string,
  key: string,
  turn: () => Promise<void>,
): Promise<TermList> {
  const lines = list.replace(/^\uFEFF/u, "").split(/[\r\n\u2028\u2029]+/u);
  const hashing = new TermHashing(key);
  for (const [at, line] of lines.entries()) {
    hashing.add(line);
    if (at % linesATurn === linesATurn - 1) {
      await turn();
    }
  }
  return hashing.list;
}

class TermHashing {
  readonly #key: string;
  readonly #hash: SipHash;
  readonly #terms = new Set<number>();
  readonly #beginnings = new Set<number>();
  #most = 0;
  #duplicates = 0;
  #refused = 0;

  constructor(key: string) {
    this.#key = key;
    this.#hash = new SipHash(key);
  }

  add(line: string): void {
    const words = line.length > termLimits.length ? [] : wordsIn(line).map(({ word }) => word);
    if (line.trim() === "") {
      return;
    }
    if (words.join("").length < 3 || words.length > termLimits.words) {
      this.#refused += 1;
      return;
    }
    const term = this.#hash.of(words.join(" "));
    this.#duplicates += this.#terms.has(term) ? 1 : 0;
    this.#terms.add(term);
    this.#most = Math.max(this.#most, words.length);
    if (words.length > 1) {
      this.#beginnings.add(this.#hash.of(words[0] ?? ""));
    }
  }

  get list(): TermList {
    return {
      terms: {
        key: this.#key,
        hashes: written(this.#terms),
        beginnings: written(this.#beginnings),
        count: this.#terms.size,
        words: this.#most,
      },
      duplicates: this.#duplicates,
      refused: this.#refused,
    };
  }
}

interface Span {
  readonly start: number;
  readonly end: number;
}

interface Word extends Span {
  readonly word: string;
}

/** Signs between two words of a term. */
const gap = /^(?:[ \t\u00A0]{1,3}|[_./-])$/u;
const maxRemembered = 50_000;

export class TermFinder {
  readonly #hash: SipHash;
  readonly #terms: ReadonlySet<number>;
  readonly #beginnings: ReadonlySet<number>;
  readonly #most: number;
  readonly #byWord = new Map<string, number>();

  constructor({ key, hashes, beginnings, words }: HashedTerms) {
    this.#hash = new SipHash(key);
    this.#terms = new Set(read(hashes));
    this.#beginnings = new Set(read(beginnings));
    this.#most = words;
  }

  /** Finds terms. Case, accents and the signs between words make no difference; the longest term at a place wins. */
  find(text: string): readonly Span[] {
    const words = wordsIn(text);
    const found: Span[] = [];
    for (let at = 0; at < words.length;) {
      const length = this.#longestAt(text, words, at);
      const [first, last] = [words[at], words[at + length - 1]];
      if (length > 0 && first && last) {
        found.push({ start: first.start, end: last.end });
      }
      at += Math.max(1, length);
    }
    return found;
  }

  /** The begin of a term that more text could finish; the text's length without one. */
  openFrom(text: string): number {
    const words = wordsIn(text);
    let [open, after] = [text.length, text.length];
    for (const { word, start, end } of words.slice(-this.#most).toReversed()) {
      const between = text.slice(end, after);
      if (between !== "" && !gap.test(between)) {
        break;
      }
      // Only hashes of whole words are known, so the last word may be the begin of any term.
      open = between === "" || this.#beginnings.has(this.#hashOf(word)) ? start : open;
      after = start;
    }
    return open;
  }

  #longestAt(text: string, words: readonly Word[], at: number): number {
    const first = words[at];
    if (!first) {
      return 0;
    }
    const hash = this.#hashOf(first.word);
    let longest = this.#terms.has(hash) ? 1 : 0;
    if (!this.#beginnings.has(hash)) {
      return longest;
    }
    let term = first.word;
    for (let length = 2, last = first; length <= this.#most; length += 1) {
      const next = words[at + length - 1];
      if (!next || !gap.test(text.slice(last.end, next.start))) {
        break;
      }
      term += ` ${next.word}`;
      longest = this.#terms.has(this.#hash.of(term)) ? length : longest;
      last = next;
    }
    return longest;
  }

  #hashOf(word: string): number {
    const known = this.#byWord.get(word);
    if (known !== undefined) {
      return known;
    }
    const hash = this.#hash.of(word);
    if (this.#byWord.size >= maxRemembered) {
      this.#byWord.clear();
    }
    this.#byWord.set(word, hash);
    return hash;
  }
}

const word = /[\p{L}\p{M}\p{N}]+/gu;

function wordsIn(text: string): readonly Word[] {
  const found: Word[] = [];
  for (const { 0: raw, index } of text.matchAll(word)) {
    found.push({ word: plainWord(raw), start: index, end: index + raw.length });
  }
  return found;
}

/** Small letters without accents. */
function plainWord(raw: string): string {
  const lower = raw.toLowerCase();
  return /[^\0-\u007F]/u.test(lower) ? lower.normalize("NFKD").replaceAll(/\p{M}/gu, "") : lower;
}

function written(hashes: ReadonlySet<number>): string {
  const bytes = new Uint8Array(Float64Array.from(hashes).toSorted().buffer);
  let text = "";
  for (let at = 0; at < bytes.length; at += 8_192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  }
  return btoa(text);
}

function read(hashes: string): Float64Array {
  const text = atob(hashes);
  // `Uint8Array.from` with a function needs 15 times as long.
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    bytes[at] = text.charCodeAt(at);
  }
  return new Float64Array(bytes.buffer, 0, Math.floor(bytes.length / 8));
}
