import type { PostingTable } from "../postings/postingTable.ts";

export interface SegmentFiles {
  readonly paths: readonly string[];
  readonly sizes: Float64Array;
  readonly mtimes: Float64Array;
  readonly hashes: Uint32Array;
  readonly kinds: Uint16Array;
  readonly lines: Uint32Array;
  readonly firstChunks: Uint32Array;
  readonly pathLengths: Uint16Array;
  readonly nameLengths: Uint16Array;
  /** 1 for a file that is deleted or in a later segment. */
  readonly deleted: Uint8Array;
}

export interface Segment {
  readonly files: SegmentFiles;
  readonly chunkLengths: Uint32Array;
  readonly body: PostingTable;
  readonly paths: PostingTable;
  readonly names: PostingTable;
}

export function liveFiles({ files }: Segment): number {
  let live = files.deleted.length;
  for (const flag of files.deleted) {
    live -= flag;
  }
  return live;
}

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
