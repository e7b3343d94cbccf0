import { type PostingTable, placeOf, PostingCursor } from "../postings/postingTable.ts";

/** BM25's k1: repeated occurrences count less. */
const saturation = 1.2;

export interface FieldShape {
  readonly documents: number;
  readonly meanLength: number;
  readonly lengthShare: number;
}

export function rarity(documents: number, having: number): number {
  return Math.log(1 + (documents - having + 0.5) / (having + 0.5));
}

export function saturated(count: number, length: number, field: FieldShape): number {
  return saturatedBy(count, normOf(length, field));
}

export function saturatedBy(count: number, norm: number): number {
  return (count * (saturation + 1)) / (count + norm);
}

/** Reduces a term's count in long documents. */
function normOf(length: number, { meanLength, lengthShare }: FieldShape): number {
  const relative = meanLength > 0 ? length / meanLength : 1;
  return saturation * (1 - lengthShare + lengthShare * relative);
}

interface Norms {
  readonly field: FieldShape;
  readonly norms: Float64Array;
}

const kept = new WeakMap<ArrayLike<number>, Norms>();

export function normsOf(lengths: ArrayLike<number>, field: FieldShape): Float64Array {
  const known = kept.get(lengths);
  if (
    known?.field.meanLength === field.meanLength &&
    known.field.lengthShare === field.lengthShare
  ) {
    return known.norms;
  }
  const least = normOf(0, field);
  const slope = normOf(1, field) - least;
  const norms = new Float64Array(lengths.length);
  for (let place = 0; place < norms.length; place += 1) {
    norms[place] = least + slope * (lengths[place] ?? 0);
  }
  kept.set(lengths, { field, norms });
  return norms;
}

export class PostingBuffer {
  documents = new Uint32Array(1 << 12);
  counts = new Uint32Array(1 << 12);
  size = 0;

  read(table: PostingTable, term: number): void {
    const place = placeOf(table, term);
    if (place < 0) {
      this.size = 0;
      return;
    }
    const cursor = new PostingCursor(table, place);
    if (cursor.most > this.documents.length) {
      const room = 2 ** Math.ceil(Math.log2(cursor.most));
      this.documents = new Uint32Array(room);
      this.counts = new Uint32Array(room);
    }
    this.size = cursor.take(this.documents, this.counts);
  }
}
