import type { PostingTable } from "../postings/postingTable.ts";

/** The files of a segment; each array has an entry per file. */
export interface SegmentFiles {
  readonly paths: readonly string[];
  /** In bytes, as the disk had it. */
  readonly sizes: Float64Array;
  readonly mtimes: Float64Array;
  /** Two numbers a file. */
  readonly hashes: Uint32Array;
  /** Bits of `fileKinds`. */
  readonly kinds: Uint16Array;
  readonly lines: Uint32Array;
  /** The first chunk of each file, and one more entry: the number of all chunks. */
  readonly firstChunks: Uint32Array;
  readonly pathLengths: Uint16Array;
  readonly nameLengths: Uint16Array;
  /** 1 where the file is gone or a later segment has it. */
  readonly deleted: Uint8Array;
}

/** A part of the index that does not change, but for its deleted files. */
export interface Segment {
  readonly files: SegmentFiles;
  /** Number of identifiers of each chunk. */
  readonly chunkLengths: Uint32Array;
  /** Terms of chunks. */
  readonly body: PostingTable;
  /** Terms of paths, per file. */
  readonly paths: PostingTable;
  /** Terms of the names that files define, and these names as wholes. */
  readonly names: PostingTable;
}

/** Number of files of a segment that are still there. */
export function liveFiles({ files }: Segment): number {
  let live = files.deleted.length;
  for (const flag of files.deleted) {
    live -= flag;
  }
  return live;
}

/** Bytes that the segment takes in memory, about. */
export function segmentBytes({ files, chunkLengths, body, paths, names }: Segment): number {
  const tables = [body, paths, names].map(
    ({ terms, ends, bytes }) => terms.byteLength + ends.byteLength + bytes.byteLength,
  );
  const perFile = 8 + 8 + 8 + 2 + 4 + 4 + 2 + 2 + 1 + 120;
  return (
    tables.reduce((sum, bytes) => sum + bytes, 0) +
    chunkLengths.byteLength +
    files.paths.length * perFile
  );
}
