import { type PostingTable, PostingCursor, placeOf } from "../postings/postingTable.ts";
import type { SegmentView } from "../segments/segmentView.ts";
import { saturatedBy } from "./fieldScores.ts";

const blockSize = 1 << 10;
const documents = new Uint32Array(blockSize);
const counts = new Uint32Array(blockSize);

export interface Frequency {
  readonly chunks: number;
  readonly files: number;
}

const maxKept = 2_000;
/**
 * Cached counts, because words of questions repeat and counting is as slow as scoring. Valid until the segment is
 * dropped.
 */
const kept = new WeakMap<PostingTable, Map<number, Frequency>>();

export function frequencyOf(view: SegmentView, hash: number): Frequency {
  const { body } = view.segment;
  const known = kept.get(body) ?? new Map<number, Frequency>();
  kept.set(body, known);
  let frequency = known.get(hash);
  if (!frequency) {
    frequency = countOf(view, hash);
    if (known.size === maxKept) {
      known.clear();
    }
    known.set(hash, frequency);
  }
  return frequency;
}

function countOf({ fileOfChunk, segment }: SegmentView, hash: number): Frequency {
  const cursor = new PostingCursor(segment.body, placeOf(segment.body, hash));
  let [chunks, files, last] = [0, 0, -1];
  for (let size = nextBlock(cursor); size > 0; size = nextBlock(cursor)) {
    chunks += size;
    for (let index = 0; index < size; index += 1) {
      const file = fileOfChunk[documents[index] ?? 0] ?? 0;
      files += file === last ? 0 : 1;
      last = file;
    }
  }
  return { chunks, files };
}

export interface BodyScores {
  readonly chunks: Float64Array;
  readonly files: Float64Array;
  readonly chunkNorms: Float64Array;
  readonly fileNorms: Float64Array;
}

export function addBody(
  { fileOfChunk, segment }: SegmentView,
  hash: number,
  scores: BodyScores,
  weights: { readonly chunk: number; readonly file: number },
): void {
  const cursor = new PostingCursor(segment.body, placeOf(segment.body, hash));
  const { chunks, files, chunkNorms, fileNorms } = scores;
  const { chunk: chunkWeight, file: fileWeight } = weights;
  let [file, inFile] = [0, 0];
  for (let size = nextBlock(cursor); size > 0; size = nextBlock(cursor)) {
    for (let index = 0; index < size; index += 1) {
      const chunk = documents[index] ?? 0;
      const count = counts[index] ?? 0;
      addPart(chunks, chunk, chunkWeight * saturatedBy(count, chunkNorms[chunk] ?? 0));
      const own = fileOfChunk[chunk] ?? 0;
      if (own !== file) {
        addPart(files, file, fileWeight * saturatedBy(inFile, fileNorms[file] ?? 0));
        file = own;
        inFile = 0;
      }
      inFile += count;
    }
  }
  addPart(files, file, fileWeight * saturatedBy(inFile, fileNorms[file] ?? 0));
}

function addPart(scores: Float64Array, place: number, part: number): void {
  scores[place] = (scores[place] ?? 0) + part;
}

function nextBlock(cursor: PostingCursor): number {
  return cursor.take(documents, counts);
}
