import {
  type ArrayReader,
  ascendingBytes,
  type Numbers,
  packArrays,
  textBytes,
  unpackArrays,
} from "./packed/packedArrays.ts";
import type { PostingTable } from "./postings/postingTable.ts";
import type { History } from "./segments/history.ts";
import type { Segment } from "./segments/segment.ts";

/** Increase it when terms, hashes or the file's shape change; the index is then rebuilt. */
const version = 6;
const kind = { magic: 0x49434841, version };

/** Hashes, numbers and paths; never text of the code. */
export interface IndexContent {
  readonly segments: readonly Segment[];
  readonly history: History;
  readonly note: string;
}

export function encodeIndex({ segments, history, note }: IndexContent): Uint8Array<ArrayBuffer> {
  return packArrays(kind, [
    textBytes(note),
    Uint32Array.of(segments.length),
    ...segments.flatMap(segmentArrays),
    ...historyArrays(history),
  ]);
}

export function decodeIndex(source: Uint8Array): IndexContent | undefined {
  const reader = unpackArrays(kind, source);
  if (!reader) {
    return undefined;
  }
  const note = reader.text();
  const [count = 0] = reader.words();
  const segments = Array.from({ length: count }, () => readSegment(reader));
  const history = { paths: reader.lines(), lengths: reader.words(), table: readTable(reader) };
  return { segments, history, note };
}

function segmentArrays({ files, chunkLengths, body, paths, names }: Segment): readonly Numbers[] {
  return [
    textBytes(files.paths.join("\0")),
    files.sizes,
    files.mtimes,
    files.hashes,
    files.kinds,
    files.lines,
    files.firstChunks,
    files.pathLengths,
    files.nameLengths,
    files.deleted,
    chunkLengths,
    ...[body, paths, names].flatMap(tableArrays),
  ];
}

function readSegment(reader: ArrayReader): Segment {
  return {
    files: {
      paths: reader.lines(),
      sizes: reader.reals(),
      mtimes: reader.reals(),
      hashes: reader.words(),
      kinds: reader.halves(),
      lines: reader.words(),
      firstChunks: reader.words(),
      pathLengths: reader.halves(),
      nameLengths: reader.halves(),
      deleted: reader.bytes(),
    },
    chunkLengths: reader.words(),
    body: readTable(reader),
    paths: readTable(reader),
    names: readTable(reader),
  };
}

function historyArrays({ paths, lengths, table }: History): readonly Numbers[] {
  return [textBytes(paths.join("\0")), lengths, ...tableArrays(table)];
}

function tableArrays({ terms, ends, bytes }: PostingTable): readonly Numbers[] {
  return [ascendingBytes(terms), ascendingBytes(ends), bytes];
}

function readTable(reader: ArrayReader): PostingTable {
  return { terms: reader.ascending(), ends: reader.ascending(), bytes: reader.bytes() };
}
