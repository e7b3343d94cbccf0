import { foldText } from "../../shared/text/foldText.ts";
import { PostingLog } from "../postings/postingLog.ts";
import { TermCounts } from "../postings/termCounts.ts";
import { chunkCount, chunkOfLine } from "../text/chunks.ts";
import { contentHash } from "../text/contentHash.ts";
import { eachDefinition } from "../text/definitions.ts";
import { fileKinds, isBarrelName, kindsOfPath } from "../text/fileKinds.ts";
import { lineStarts } from "../text/lines.ts";
import { isGenerated } from "../text/sourceFile.ts";
import { termHash, termSpaces } from "../text/termHash.ts";
import type { TermReader, VisitTerms } from "../text/termReader.ts";
import { isWordList } from "../text/wordList.ts";
import type { Segment } from "./segment.ts";

export interface IndexedFile {
  readonly path: string;
  readonly text: string;
  readonly size: number;
  readonly mtimeMs: number;
}

interface BuiltFile extends Omit<IndexedFile, "text"> {
  readonly hash: readonly [number, number];
  readonly kinds: number;
  readonly lines: number;
  readonly firstChunk: number;
  readonly pathLength: number;
  readonly nameLength: number;
}

const linesAtOnce = 50;

export class SegmentBuilder {
  readonly #reader: TermReader;
  readonly #body = new PostingLog();
  readonly #paths = new PostingLog();
  readonly #names = new PostingLog();
  #chunk = new TermCounts();
  #before = new TermCounts();
  readonly #counts = new TermCounts();
  readonly #files: BuiltFile[] = [];
  readonly #chunkLengths: number[] = [];

  constructor(reader: TermReader) {
    this.#reader = reader;
  }

  get fileCount(): number {
    return this.#files.length;
  }

  get size(): number {
    return this.#body.size;
  }

  *add({ path, text, size, mtimeMs }: IndexedFile): Generator<void, void> {
    const starts = lineStarts(text);
    const firstChunk = this.#chunkLengths.length;
    const hash = contentHash(text);
    yield;
    yield* this.#addBody(text, starts, firstChunk);
    const nameLength = yield* this.#addNames(path, text, starts);
    const pathLength = this.#addPath(path);
    const isBarrel = nameLength === 0 && isBarrelName(path);
    const kinds =
      kindsOfPath(path) |
      (isGenerated(text) ? fileKinds.generated : 0) |
      (isBarrel ? fileKinds.barrel : 0) |
      (isWordList(text) ? fileKinds.wordList : 0);
    const lines = starts.length;
    this.#files.push({
      path,
      size,
      mtimeMs,
      hash,
      kinds,
      lines,
      firstChunk,
      pathLength,
      nameLength,
    });
  }

  *finish(): Generator<void, Segment> {
    const body = yield* this.#body.table();
    const paths = yield* this.#paths.table();
    const names = yield* this.#names.table();
    const files = this.#files;
    return {
      body,
      paths,
      names,
      chunkLengths: Uint32Array.from(this.#chunkLengths),
      files: {
        paths: files.map(({ path }) => path),
        sizes: Float64Array.from(files, ({ size }) => size),
        mtimes: Float64Array.from(files, ({ mtimeMs }) => mtimeMs),
        hashes: Uint32Array.from(files.flatMap(({ hash }) => hash)),
        kinds: Uint16Array.from(files, ({ kinds }) => kinds),
        lines: Uint32Array.from(files, ({ lines }) => lines),
        firstChunks: Uint32Array.from([
          ...files.map(({ firstChunk }) => firstChunk),
          this.#chunkLengths.length,
        ]),
        pathLengths: Uint16Array.from(files, ({ pathLength }) => Math.min(pathLength, 0xffff)),
        nameLengths: Uint16Array.from(files, ({ nameLength }) => Math.min(nameLength, 0xffff)),
        deleted: new Uint8Array(files.length),
      },
    };
  }

  *#addBody(text: string, starts: Uint32Array, firstChunk: number): Generator<void, void> {
    const chunks = chunkCount(starts.length);
    const shared: VisitTerms = (hashes, from, to) => {
      this.#chunk.addAll(hashes, from, to);
      this.#before.addAll(hashes, from, to);
    };
    const alone: VisitTerms = (hashes, from, to) => this.#chunk.addAll(hashes, from, to);
    let current = 0;
    let hasBefore = false;
    for (let line = 0; line < starts.length; line += 1) {
      const { chunk, isShared } = chunkOfLine(line, chunks);
      if (chunk !== current) {
        [this.#before, this.#chunk] = [this.#chunk, this.#before];
        current = chunk;
        hasBefore = true;
      }
      if (hasBefore && !isShared) {
        this.#closeChunk(this.#before, firstChunk + current - 1);
        hasBefore = false;
      }
      const end = starts[line + 1] ?? text.length;
      this.#reader.read(text, starts[line] ?? 0, end, isShared ? shared : alone);
      if (line % linesAtOnce === 0) {
        yield;
      }
    }
    if (hasBefore) {
      this.#closeChunk(this.#before, firstChunk + current - 1);
    }
    this.#closeChunk(this.#chunk, firstChunk + current);
  }

  #closeChunk(counts: TermCounts, chunk: number): void {
    this.#chunkLengths[chunk] = counts.length;
    counts.drain((term, count) => this.#body.add(term, chunk, count));
  }

  *#addNames(path: string, text: string, starts: Uint32Array): Generator<void, number> {
    const counts = this.#counts;
    const all = { start: 0, end: starts.length };
    for (const definition of eachDefinition(path, text, starts, all)) {
      if (definition) {
        const { name } = definition;
        this.#reader.read(name, 0, name.length, (hashes, from, to) =>
          counts.addAll(hashes, from, to),
        );
        counts.addWhole(termHash(name, termSpaces.definition));
        counts.addWhole(termHash(foldText(name), termSpaces.foldedDefinition));
      } else {
        yield;
      }
    }
    const { length } = counts;
    counts.drain((term, count) => this.#names.add(term, this.#files.length, count));
    return length;
  }

  #addPath(path: string): number {
    const counts = this.#counts;
    this.#reader.read(path, 0, path.length, (hashes, from, to) => counts.addAll(hashes, from, to));
    const { length } = counts;
    counts.drain((term, count) => this.#paths.add(term, this.#files.length, count));
    return length;
  }
}
