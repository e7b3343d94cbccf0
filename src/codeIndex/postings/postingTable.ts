/** The documents of each term with counts: one run of bytes per term, ordered by hash. */
export interface PostingTable {
  readonly terms: Uint32Array;
  readonly ends: Uint32Array;
  readonly bytes: Uint8Array;
}

export const emptyTable: PostingTable = {
  terms: new Uint32Array(0),
  ends: new Uint32Array(0),
  bytes: new Uint8Array(0),
};

export function placeOf({ terms }: PostingTable, term: number): number {
  let low = 0;
  let high = terms.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = terms[middle] ?? 0;
    if (found === term) {
      return middle;
    }
    if (found < term) {
      low = middle + 1;
    } else {
      high = middle - 1;
    }
  }
  return -1;
}

/**
 * Walks over a term's documents, ascending. A document is stored as its distance from the document before, doubled,
 * plus one if the term occurs once; otherwise the count follows. Numbers have seven bits a byte.
 */
export class PostingCursor {
  document = -1;
  count = 0;
  readonly #bytes: Uint8Array;
  #at: number;
  readonly #end: number;

  constructor(table: PostingTable, place: number) {
    this.#bytes = table.bytes;
    this.#at = place > 0 ? (table.ends[place - 1] ?? 0) : 0;
    this.#end = place < 0 ? 0 : (table.ends[place] ?? 0);
  }

  next(): boolean {
    if (this.#at >= this.#end) {
      return false;
    }
    const head = this.#number();
    this.document += head >>> 1;
    this.count = (head & 1) === 1 ? 1 : this.#number();
    return true;
  }

  get most(): number {
    return this.#end - this.#at;
  }

  take(documents: Uint32Array, counts: Uint32Array): number {
    const bytes = this.#bytes;
    const end = this.#end;
    let { document } = this;
    let size = 0;
    let at = this.#at;
    const room = documents.length;
    while (at < end && size < room) {
      let value = bytes[at] ?? 0;
      at += 1;
      // Most numbers have one byte: skip the slower loop of `#number`.
      if (value >= 0x80) {
        this.#at = at - 1;
        value = this.#number();
        at = this.#at;
      }
      document += value >>> 1;
      let count = 1;
      if ((value & 1) === 0) {
        count = bytes[at] ?? 0;
        at += 1;
        if (count >= 0x80) {
          this.#at = at - 1;
          count = this.#number();
          at = this.#at;
        }
      }
      documents[size] = document;
      counts[size] = count;
      size += 1;
    }
    this.#at = at;
    this.document = document;
    return size;
  }

  #number(): number {
    let value = 0;
    let shift = 0;
    let byte = 0;
    do {
      byte = this.#bytes[this.#at] ?? 0;
      this.#at += 1;
      value |= (byte & 0x7f) << shift;
      shift += 7;
    } while (byte >= 0x80);
    return value >>> 0;
  }
}

export class TableWriter {
  #terms: Uint32Array;
  #ends: Uint32Array;
  #bytes: Uint8Array;
  #count = 0;
  #length = 0;
  #document = -1;

  constructor(terms: number, bytes: number) {
    this.#terms = new Uint32Array(Math.max(16, terms));
    this.#ends = new Uint32Array(Math.max(16, terms));
    this.#bytes = new Uint8Array(Math.max(64, bytes));
  }

  add(document: number, count: number): void {
    this.#number((((document - this.#document) << 1) | (count === 1 ? 1 : 0)) >>> 0);
    if (count !== 1) {
      this.#number(count);
    }
    this.#document = document;
  }

  endTerm(term: number): void {
    this.#document = -1;
    if (this.#length === (this.#count === 0 ? 0 : this.#ends[this.#count - 1])) {
      return;
    }
    if (this.#count === this.#terms.length) {
      this.#terms = grown(this.#terms, new Uint32Array(this.#count * 2));
      this.#ends = grown(this.#ends, new Uint32Array(this.#count * 2));
    }
    this.#terms[this.#count] = term;
    this.#ends[this.#count] = this.#length;
    this.#count += 1;
  }

  table(): PostingTable {
    return {
      terms: this.#terms.slice(0, this.#count),
      ends: this.#ends.slice(0, this.#count),
      bytes: this.#bytes.slice(0, this.#length),
    };
  }

  #number(value: number): void {
    if (this.#length + 5 > this.#bytes.length) {
      this.#bytes = grown(this.#bytes, new Uint8Array(this.#bytes.length * 2));
    }
    let left = value;
    while (left >= 0x80) {
      this.#bytes[this.#length] = (left & 0x7f) | 0x80;
      this.#length += 1;
      left >>>= 7;
    }
    this.#bytes[this.#length] = left;
    this.#length += 1;
  }
}

function grown<T extends Uint32Array | Uint8Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
