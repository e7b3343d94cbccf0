import { type PostingTable, placeOf, PostingCursor } from "../postings/postingTable.ts";

/** BM25's saturation: how soon another occurrence adds little. */
const saturation = 1.2;

/** What BM25 needs to know of a field. */
export interface FieldShape {
  /** Number of documents. */
  readonly documents: number;
  readonly meanLength: number;
  /** How much the length counts, 0 to 1. */
  readonly lengthShare: number;
}

/** The weight of a term that so many documents have. */
export function rarity(documents: number, having: number): number {
  return Math.log(1 + (documents - having + 0.5) / (having + 0.5));
}

/** BM25's part of one term in one document, without its rarity. */
export function saturated(
  count: number,
  length: number,
  { meanLength, lengthShare }: FieldShape,
): number {
  const relative = meanLength > 0 ? length / meanLength : 1;
  return (
    (count * (saturation + 1)) / (count + saturation * (1 - lengthShare + lengthShare * relative))
  );
}

/** The documents of one term in one table, read once into arrays that are used again. */
export class PostingBuffer {
  documents = new Uint32Array(1 << 12);
  counts = new Uint32Array(1 << 12);
  size = 0;

  read(table: PostingTable, term: number): void {
    this.size = 0;
    const cursor = new PostingCursor(table, placeOf(table, term));
    while (cursor.next()) {
      if (this.size === this.documents.length) {
        this.#grow();
      }
      this.documents[this.size] = cursor.document;
      this.counts[this.size] = cursor.count;
      this.size += 1;
    }
  }

  #grow(): void {
    const [documents, counts] = [this.documents, this.counts];
    this.documents = new Uint32Array(documents.length * 2);
    this.counts = new Uint32Array(documents.length * 2);
    this.documents.set(documents);
    this.counts.set(counts);
  }
}
