import { lineStarts } from "../text/lines.ts";
import { TermReader } from "../text/termReader.ts";

const reader = new TermReader();
const filterSize = 1 << 10;

/** How often each term of the query stands in a line, and the number of the line's identifiers. */
export interface LineTerms {
  readonly counts: ReadonlyMap<number, number>;
  readonly length: number;
}

/** A file as it is now; each line is read for terms of the query once, when it is first asked for. */
export class SourceLines {
  readonly path: string;
  readonly text: string;
  readonly starts: Uint32Array;
  readonly #weights: ReadonlyMap<number, number>;
  /** 1 where a term may be one of the query: most are not, and this is cheaper to ask than the map. */
  readonly #filter = new Uint8Array(filterSize);
  readonly #lines = new Map<number, LineTerms>();

  /** `weights`: the terms of the query, by hash. */
  constructor(path: string, text: string, weights: ReadonlyMap<number, number>) {
    this.path = path;
    this.text = text;
    this.starts = lineStarts(text);
    this.#weights = weights;
    for (const hash of weights.keys()) {
      this.#filter[hash % filterSize] = 1;
    }
  }

  /** The terms of a line, counted from 0. */
  termsOf(line: number): LineTerms {
    const known = this.#lines.get(line);
    if (known) {
      return known;
    }
    const counts = new Map<number, number>();
    let length = 0;
    const end = this.starts[line + 1] ?? this.text.length;
    reader.read(this.text, this.starts[line] ?? 0, end, (hashes, from, to) => {
      length += 1;
      for (let at = from; at < to; at += 1) {
        const hash = hashes[at] ?? 0;
        if (this.#filter[hash % filterSize] === 1 && this.#weights.has(hash)) {
          counts.set(hash, (counts.get(hash) ?? 0) + 1);
        }
      }
    });
    const terms = { counts, length };
    this.#lines.set(line, terms);
    return terms;
  }

  /** Everything between two lines, the second not included. */
  textOf(start: number, end: number): string {
    return this.text.slice(this.starts[start] ?? 0, this.starts[end] ?? this.text.length);
  }
}

/** The hashes of all terms of a text, each once. */
export function hashesOf(text: string): ReadonlySet<number> {
  const seen = new Set<number>();
  reader.read(text, 0, text.length, (hashes, from, to) => {
    for (let at = from; at < to; at += 1) {
      seen.add(hashes[at] ?? 0);
    }
  });
  return seen;
}
