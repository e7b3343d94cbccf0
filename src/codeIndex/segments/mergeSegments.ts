import { type PostingTable, PostingCursor, TableWriter } from "../postings/postingTable.ts";
import type { Segment, SegmentFiles } from "./segment.ts";

export interface Origin {
  readonly segment: Segment;
  readonly file: number;
}

export interface Merged {
  readonly segment: Segment;
  readonly origins: readonly Origin[];
}

const postingsAtOnce = 20_000;

export function* mergeSegments(segments: readonly Segment[]): Generator<void, Merged> {
  const origins = segments.flatMap((segment) =>
    segment.files.paths
      .map((_, file) => ({ segment, file }))
      .filter(({ file }) => segment.files.deleted[file] === 0),
  );
  const fileMaps = new Map(
    segments.map((segment) => [segment, new Int32Array(segment.files.paths.length).fill(-1)]),
  );
  for (const [place, { segment, file }] of origins.entries()) {
    fileMaps.get(segment)?.fill(place, file, file + 1);
  }
  yield;
  const { chunkMaps, chunkLengths, firstChunks } = mapChunks(segments, origins);
  yield;
  const byFile = segments.map((segment) => fileMaps.get(segment) ?? new Int32Array(0));
  const tables = (name: "body" | "paths" | "names"): PostingTable[] =>
    segments.map((segment) => segment[name]);
  const body = yield* mergeTables(tables("body"), chunkMaps);
  const paths = yield* mergeTables(tables("paths"), byFile);
  const names = yield* mergeTables(tables("names"), byFile);
  const files = filesOf(origins, firstChunks);
  return { segment: { files, chunkLengths, body, paths, names }, origins };
}

interface ChunkMaps {
  readonly chunkMaps: readonly Int32Array[];
  readonly chunkLengths: Uint32Array;
  readonly firstChunks: Uint32Array;
}

function mapChunks(segments: readonly Segment[], origins: readonly Origin[]): ChunkMaps {
  const maps = new Map(
    segments.map((segment) => [segment, new Int32Array(segment.chunkLengths.length).fill(-1)]),
  );
  const lengths: number[] = [];
  const firstChunks = new Uint32Array(origins.length + 1);
  for (const [place, { segment, file }] of origins.entries()) {
    firstChunks[place] = lengths.length;
    const map = maps.get(segment);
    const end = segment.files.firstChunks[file + 1] ?? 0;
    for (let chunk = segment.files.firstChunks[file] ?? 0; chunk < end; chunk += 1) {
      map?.fill(lengths.length, chunk, chunk + 1);
      lengths.push(segment.chunkLengths[chunk] ?? 0);
    }
  }
  firstChunks[origins.length] = lengths.length;
  const chunkMaps = segments.map((segment) => maps.get(segment) ?? new Int32Array(0));
  return { chunkMaps, chunkLengths: Uint32Array.from(lengths), firstChunks };
}

function* mergeTables(
  tables: readonly PostingTable[],
  maps: readonly Int32Array[],
): Generator<void, PostingTable> {
  const sum = (count: (table: PostingTable) => number): number =>
    tables.reduce((all, table) => all + count(table), 0);
  const writer = new TableWriter(
    Math.ceil(sum(({ terms }) => terms.length) / 2),
    sum(({ bytes }) => bytes.length),
  );
  const places = tables.map(() => 0);
  let moved = 0;
  for (;;) {
    const term = smallest(tables, places);
    if (term === undefined) {
      return writer.table();
    }
    for (const [index, table] of tables.entries()) {
      const place = places[index] ?? 0;
      if (table.terms[place] === term) {
        moved += move(new PostingCursor(table, place), maps[index], writer);
        places[index] = place + 1;
      }
    }
    writer.endTerm(term);
    moved += 1;
    if (moved > postingsAtOnce) {
      moved = 0;
      yield;
    }
  }
}

function smallest(tables: readonly PostingTable[], places: readonly number[]): number | undefined {
  let least: number | undefined;
  for (let index = 0; index < tables.length; index += 1) {
    const term = tables[index]?.terms[places[index] ?? 0];
    if (term !== undefined && (least === undefined || term < least)) {
      least = term;
    }
  }
  return least;
}

function move(cursor: PostingCursor, map: Int32Array | undefined, writer: TableWriter): number {
  let moved = 0;
  while (cursor.next()) {
    const document = map?.[cursor.document] ?? -1;
    if (document >= 0) {
      writer.add(document, cursor.count);
    }
    moved += 1;
  }
  return moved;
}

function filesOf(origins: readonly Origin[], firstChunks: Uint32Array): SegmentFiles {
  const pick = (value: (files: SegmentFiles, file: number) => number | undefined) =>
    origins.map(({ segment, file }) => value(segment.files, file) ?? 0);
  return {
    paths: origins.map(({ segment, file }) => segment.files.paths[file] ?? ""),
    sizes: Float64Array.from(pick(({ sizes }, file) => sizes[file])),
    mtimes: Float64Array.from(pick(({ mtimes }, file) => mtimes[file])),
    hashes: Uint32Array.from(
      origins.flatMap(({ segment, file }) => [
        segment.files.hashes[file * 2] ?? 0,
        segment.files.hashes[file * 2 + 1] ?? 0,
      ]),
    ),
    kinds: Uint16Array.from(pick(({ kinds }, file) => kinds[file])),
    lines: Uint32Array.from(pick(({ lines }, file) => lines[file])),
    firstChunks,
    pathLengths: Uint16Array.from(pick(({ pathLengths }, file) => pathLengths[file])),
    nameLengths: Uint16Array.from(pick(({ nameLengths }, file) => nameLengths[file])),
    deleted: new Uint8Array(origins.length),
  };
}
