import { lineStarts } from "../text/lines.ts";
import { TermReader } from "../text/termReader.ts";

const reader = new TermReader();
const filterSize = 1 << 10;
const unread = 0xffff_ffff;

export class WeightedTerms {
  readonly weights: Float64Array;
  readonly #numbers: ReadonlyMap<number, number>;
  readonly #filter = new Uint8Array(filterSize);

  constructor(weights: ReadonlyMap<number, number>) {
    this.weights = Float64Array.from(weights.values());
    this.#numbers = new Map([...weights.keys()].map((hash, number) => [hash, number]));
    for (const hash of weights.keys()) {
      this.#filter[hash % filterSize] = 1;
    }
  }

  numberOf(hash: number): number | undefined {
    return this.#filter[hash % filterSize] === 1 ? this.#numbers.get(hash) : undefined;
  }
}

export class SourceLines {
  readonly path: string;
  readonly text: string;
  readonly starts: Uint32Array;
  readonly terms: WeightedTerms;
  readonly #found: number[] = [];
  readonly #firsts: Uint32Array;
  readonly #ends: Uint32Array;
  readonly #lengths: Uint32Array;

  constructor(path: string, text: string, terms: WeightedTerms) {
    this.path = path;
    this.text = text;
    this.starts = lineStarts(text);
    this.terms = terms;
    this.#firsts = new Uint32Array(this.starts.length).fill(unread);
    this.#ends = new Uint32Array(this.starts.length);
    this.#lengths = new Uint32Array(this.starts.length);
  }

  countTerms(line: number, counts: Uint32Array): number {
    if (this.#firsts[line] === unread) {
      this.#readLine(line);
    }
    const end = this.#ends[line] ?? 0;
    for (let at = this.#firsts[line] ?? 0; at < end; at += 1) {
      const term = this.#found[at] ?? 0;
      counts[term] = (counts[term] ?? 0) + 1;
    }
    return this.#lengths[line] ?? 0;
  }

  hasTerm(line: number): boolean {
    if (this.#firsts[line] === unread) {
      this.#readLine(line);
    }
    return (this.#ends[line] ?? 0) > (this.#firsts[line] ?? 0);
  }

  textOf(start: number, end: number): string {
    return this.text.slice(this.starts[start] ?? 0, this.starts[end] ?? this.text.length);
  }

  #readLine(line: number): void {
    const { terms } = this;
    const found = this.#found;
    this.#firsts[line] = found.length;
    let length = 0;
    const end = this.starts[line + 1] ?? this.text.length;
    reader.read(this.text, this.starts[line] ?? 0, end, (hashes, from, to) => {
      length += 1;
      for (let at = from; at < to; at += 1) {
        const number = terms.numberOf(hashes[at] ?? 0);
        if (number !== undefined) {
          found.push(number);
        }
      }
    });
    this.#ends[line] = found.length;
    this.#lengths[line] = length;
  }
}

export function hashesOf(text: string): ReadonlySet<number> {
  const seen = new Set<number>();
  reader.read(text, 0, text.length, (hashes, from, to) => {
    for (let at = from; at < to; at += 1) {
      seen.add(hashes[at] ?? 0);
    }
  });
  return seen;
}
