import { type PostingTable, TableWriter } from "./postingTable.ts";

const firstPostings = 1 << 14;
const firstTerms = 1 << 12;
const termsAtOnce = 1_024;
const postingsAtOnce = 100_000;

/** Documents come in ascending order. */
export class PostingLog {
  #slots = new Int32Array(firstTerms * 2).fill(-1);
  #terms = new Uint32Array(firstTerms);
  #frequencies = new Uint32Array(firstTerms);
  #termCount = 0;
  #logTerms = new Uint32Array(firstPostings);
  #logDocuments = new Uint32Array(firstPostings);
  #logCounts = new Uint16Array(firstPostings);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(term: number, document: number, count: number): void {
    if (this.#size === this.#logTerms.length) {
      this.#growLog();
    }
    const index = this.#indexOf(term);
    this.#frequencies[index] = (this.#frequencies[index] ?? 0) + 1;
    this.#logTerms[this.#size] = index;
    this.#logDocuments[this.#size] = document;
    this.#logCounts[this.#size] = Math.min(count, 0xffff);
    this.#size += 1;
  }

  *table(): Generator<void, PostingTable> {
    const order = yield* this.#sortedTerms();
    const starts = this.#startsOfTerms();
    const places = yield* this.#postingsByTerm(starts);
    const writer = new TableWriter(this.#termCount, this.#size * 2);
    for (const [position, index] of order.entries()) {
      this.#write(writer, places.subarray(starts[index], starts[index + 1]));
      writer.endTerm(this.#terms[index] ?? 0);
      if (position % termsAtOnce === 0) {
        yield;
      }
    }
    return writer.table();
  }

  #write(writer: TableWriter, postings: Uint32Array): void {
    for (const posting of postings) {
      writer.add(this.#logDocuments[posting] ?? 0, this.#logCounts[posting] ?? 0);
    }
  }

  #startsOfTerms(): Uint32Array {
    const starts = new Uint32Array(this.#termCount + 1);
    for (let index = 0; index < this.#termCount; index += 1) {
      starts[index + 1] = (starts[index] ?? 0) + (this.#frequencies[index] ?? 0);
    }
    return starts;
  }

  *#postingsByTerm(starts: Uint32Array): Generator<void, Uint32Array> {
    const next = starts.slice();
    const places = new Uint32Array(this.#size);
    for (let posting = 0; posting < this.#size; posting += 1) {
      const term = this.#logTerms[posting] ?? 0;
      const at = next[term] ?? 0;
      places[at] = posting;
      next[term] = at + 1;
      if (posting % postingsAtOnce === 0) {
        yield;
      }
    }
    return places;
  }

  *#sortedTerms(): Generator<void, Uint32Array> {
    let from = Uint32Array.from({ length: this.#termCount }, (_, index) => index);
    let to = new Uint32Array(this.#termCount);
    for (let shift = 0; shift < 32; shift += 8) {
      const starts = new Uint32Array(257);
      for (const index of from) {
        const bucket = ((this.#terms[index] ?? 0) >>> shift) & 0xff;
        starts[bucket + 1] = (starts[bucket + 1] ?? 0) + 1;
      }
      for (let bucket = 0; bucket < 256; bucket += 1) {
        starts[bucket + 1] = (starts[bucket + 1] ?? 0) + (starts[bucket] ?? 0);
      }
      for (const index of from) {
        const bucket = ((this.#terms[index] ?? 0) >>> shift) & 0xff;
        const at = starts[bucket] ?? 0;
        to[at] = index;
        starts[bucket] = at + 1;
      }
      [from, to] = [to, from];
      yield;
    }
    return from;
  }

  #indexOf(term: number): number {
    const mask = this.#slots.length - 1;
    let slot = (term ^ (term >>> 15)) & mask;
    for (;;) {
      const index = this.#slots[slot] ?? -1;
      if (index === -1) {
        break;
      }
      if (this.#terms[index] === term) {
        return index;
      }
      slot = (slot + 1) & mask;
    }
    if (this.#termCount === this.#terms.length) {
      this.#growTerms();
      return this.#indexOf(term);
    }
    const index = this.#termCount;
    this.#slots[slot] = index;
    this.#terms[index] = term;
    this.#termCount += 1;
    return index;
  }

  #growTerms(): void {
    const size = this.#terms.length * 2;
    const terms = new Uint32Array(size);
    terms.set(this.#terms);
    const frequencies = new Uint32Array(size);
    frequencies.set(this.#frequencies);
    [this.#terms, this.#frequencies] = [terms, frequencies];
    this.#slots = new Int32Array(size * 2).fill(-1);
    const mask = this.#slots.length - 1;
    for (let index = 0; index < this.#termCount; index += 1) {
      const term = terms[index] ?? 0;
      let slot = (term ^ (term >>> 15)) & mask;
      while ((this.#slots[slot] ?? -1) !== -1) {
        slot = (slot + 1) & mask;
      }
      this.#slots[slot] = index;
    }
  }

  #growLog(): void {
    const size = this.#logTerms.length * 2;
    const [terms, documents] = [new Uint32Array(size), new Uint32Array(size)];
    const counts = new Uint16Array(size);
    terms.set(this.#logTerms);
    documents.set(this.#logDocuments);
    counts.set(this.#logCounts);
    [this.#logTerms, this.#logDocuments, this.#logCounts] = [terms, documents, counts];
  }
}
