import type { SegmentView } from "../segments/segmentView.ts";
import {
  type FieldShape,
  normsOf,
  PostingBuffer,
  rarity,
  saturated,
  saturatedBy,
} from "./fieldScores.ts";
import type { QueryTerm } from "./query.ts";
import type { Corpus, RankedFile } from "./ranking.ts";
import { fieldWeights } from "./weights.ts";

interface Place {
  readonly view: SegmentView;
  /** The segment's first file and chunk among those of all segments. */
  readonly firstFile: number;
  readonly firstChunk: number;
  readonly buffer: PostingBuffer;
  readonly runs: FileRuns;
  /** Of each chunk and file, by its length: every term needs them. */
  readonly chunkNorms: Float64Array;
  readonly fileNorms: Float64Array;
}

type FileField = "paths" | "names";
type Shapes = Readonly<Record<"chunk" | "file" | FileField | "history", FieldShape>>;

/** The scores of all files and chunks for one query, added up term by term. */
export class FileScores {
  readonly #corpus: Corpus;
  readonly #places: readonly Place[];
  readonly #shapes: Shapes;
  readonly #chunks: Float64Array;
  readonly #files: Float64Array;

  constructor(corpus: Corpus) {
    this.#corpus = corpus;
    this.#shapes = shapesOf(corpus);
    let [files, chunks] = [0, 0];
    this.#places = corpus.views.map((view, number) => {
      const place: Place = {
        view,
        firstFile: files,
        firstChunk: chunks,
        ...scratchOf(number),
        chunkNorms: normsOf(view.segment.chunkLengths, this.#shapes.chunk),
        fileNorms: normsOf(view.fileLengths, this.#shapes.file),
      };
      files += view.fileLengths.length;
      chunks += view.fileOfChunk.length;
      return place;
    });
    this.#files = new Float64Array(files);
    this.#chunks = new Float64Array(chunks);
  }

  /** Adds a term; returns its weight by its rarity among chunks. */
  add(term: QueryTerm): number {
    const weight = this.#addBody(term);
    this.#addField("paths", term, fieldWeights.path.weight);
    this.#addField("names", term, fieldWeights.names.weight);
    this.#addHistory(term);
    return weight;
  }

  /** The sum of each file: its best chunk, and its fields. */
  totals(): Float64Array {
    const totals = this.#files.slice();
    const scores = this.#chunks;
    for (const { view, firstFile, firstChunk } of this.#places) {
      const { firstChunks } = view.segment.files;
      for (let file = 0; file < view.fileLengths.length; file += 1) {
        const end = firstChunk + (firstChunks[file + 1] ?? 0);
        let best = 0;
        for (let chunk = firstChunk + (firstChunks[file] ?? 0); chunk < end; chunk += 1) {
          const score = scores[chunk] ?? 0;
          best = score > best ? score : best;
        }
        totals[firstFile + file] = (totals[firstFile + file] ?? 0) + best;
      }
    }
    return totals;
  }

  /** What is known of a file, by its number among all; `prior` is the factor that its score has. */
  ranked(file: number, score: number, prior: number): RankedFile | undefined {
    const place = this.#places.findLast(({ firstFile }) => firstFile <= file);
    if (!place) {
      return undefined;
    }
    const local = file - place.firstFile;
    const { paths, lines, firstChunks } = place.view.segment.files;
    const [start = 0, end = 0] = firstChunks.subarray(local, local + 2);
    return {
      path: paths[local] ?? "",
      score,
      prior,
      lines: lines[local] ?? 0,
      chunks: bestChunks(this.#chunks.subarray(place.firstChunk + start, place.firstChunk + end)),
    };
  }

  #addBody({ hash, weight }: QueryTerm): number {
    let [chunks, files] = [0, 0];
    for (const { view, buffer, runs } of this.#places) {
      buffer.read(view.segment.body, hash);
      runs.read(view, buffer);
      chunks += buffer.size;
      files += runs.size;
    }
    const chunkWeight = weight * rarity(this.#shapes.chunk.documents, chunks);
    const fileWeight =
      weight * fieldWeights.file.weight * rarity(this.#shapes.file.documents, files);
    for (const place of this.#places) {
      this.#addChunks(place, chunkWeight * fieldWeights.chunk.weight);
      this.#addWholeFiles(place, fileWeight);
    }
    return chunkWeight;
  }

  #addChunks({ firstChunk, buffer, chunkNorms }: Place, weight: number): void {
    const { documents, counts, size } = buffer;
    const scores = this.#chunks;
    for (let index = 0; index < size; index += 1) {
      const chunk = documents[index] ?? 0;
      const part = saturatedBy(counts[index] ?? 0, chunkNorms[chunk] ?? 0);
      scores[firstChunk + chunk] = (scores[firstChunk + chunk] ?? 0) + weight * part;
    }
  }

  #addWholeFiles({ firstFile, runs, fileNorms }: Place, weight: number): void {
    const { files, counts, size } = runs;
    const scores = this.#files;
    for (let index = 0; index < size; index += 1) {
      const file = files[index] ?? 0;
      const part = saturatedBy(counts[index] ?? 0, fileNorms[file] ?? 0);
      scores[firstFile + file] = (scores[firstFile + file] ?? 0) + weight * part;
    }
  }

  #addField(field: FileField, { hash, weight }: QueryTerm, fieldWeight: number): void {
    let having = 0;
    for (const { view, buffer } of this.#places) {
      buffer.read(view.segment[field], hash);
      having += buffer.size;
    }
    const fieldShape = this.#shapes[field];
    const full = weight * fieldWeight * rarity(fieldShape.documents, having);
    for (const { view, firstFile, buffer } of this.#places) {
      const { files } = view.segment;
      const lengths = field === "paths" ? files.pathLengths : files.nameLengths;
      for (let index = 0; index < buffer.size; index += 1) {
        const file = buffer.documents[index] ?? 0;
        const part = saturated(buffer.counts[index] ?? 0, lengths[file] ?? 0, fieldShape);
        this.#addToFile(firstFile + file, full * part);
      }
    }
  }

  #addHistory({ hash, weight }: QueryTerm): void {
    const { history, historyFiles } = this.#corpus;
    const { buffer } = scratchOf(this.#places.length);
    buffer.read(history.table, hash);
    const fieldShape = this.#shapes.history;
    const full = weight * fieldWeights.history.weight * rarity(fieldShape.documents, buffer.size);
    for (let index = 0; index < buffer.size; index += 1) {
      const document = buffer.documents[index] ?? 0;
      const file = historyFiles[document] ?? -1;
      if (file >= 0) {
        const length = history.lengths[document] ?? 0;
        this.#addToFile(file, full * saturated(buffer.counts[index] ?? 0, length, fieldShape));
      }
    }
  }

  #addToFile(file: number, score: number): void {
    this.#files[file] = (this.#files[file] ?? 0) + score;
  }
}

function shapesOf({ views, history: commits }: Corpus): Shapes {
  const sum = (count: (view: SegmentView) => number): number =>
    views.reduce((all, view) => all + count(view), 0);
  const chunks = sum(({ fileOfChunk }) => fileOfChunk.length);
  const files = sum(({ fileLengths }) => fileLengths.length);
  const body = sum(({ totals }) => totals.body);
  const { chunk, file, path, names, history } = fieldWeights;
  const historyLength = commits.lengths.reduce((all, length) => all + length, 0);
  return {
    chunk: shape(chunks, body, chunk),
    file: shape(files, body, file),
    paths: shape(
      files,
      sum(({ totals }) => totals.paths),
      path,
    ),
    names: shape(
      files,
      sum(({ totals }) => totals.names),
      names,
    ),
    history: shape(commits.paths.length, historyLength, history),
  };
}

function shape(
  documents: number,
  length: number,
  { lengthShare }: { readonly lengthShare: number },
): FieldShape {
  return { documents, meanLength: documents > 0 ? length / documents : 0, lengthShare };
}

/** How often the files of a segment have a term, added up from their chunks. */
class FileRuns {
  files = new Uint32Array(1 << 10);
  counts = new Uint32Array(1 << 10);
  size = 0;

  /** The chunks of a file follow each other, so the counts of a file are a run. */
  read({ fileOfChunk, segment }: SegmentView, buffer: PostingBuffer): void {
    if (this.files.length < buffer.size) {
      this.files = new Uint32Array(buffer.documents.length);
      this.counts = new Uint32Array(buffer.documents.length);
    }
    const { files, counts } = this;
    const { firstChunks } = segment.files;
    const { documents, counts: inChunks, size } = buffer;
    let [index, runs] = [0, 0];
    while (index < size) {
      const file = fileOfChunk[documents[index] ?? 0] ?? 0;
      const end = firstChunks[file + 1] ?? 0;
      let count = 0;
      while (index < size && (documents[index] ?? 0) < end) {
        count += inChunks[index] ?? 0;
        index += 1;
      }
      files[runs] = file;
      counts[runs] = count;
      runs += 1;
    }
    this.size = runs;
  }
}

interface Scratch {
  readonly buffer: PostingBuffer;
  readonly runs: FileRuns;
}

/** Arrays for one segment, used again by each query: a query is answered without a pause. */
const scratch: Scratch[] = [];

function scratchOf(segment: number): Scratch {
  const known = scratch[segment];
  if (known) {
    return known;
  }
  const made = { buffer: new PostingBuffer(), runs: new FileRuns() };
  scratch[segment] = made;
  return made;
}

const maxChunks = 4;

/** The numbers of the chunks with a score, the best first. */
function bestChunks(scores: Float64Array): readonly number[] {
  return Array.from(scores, (_, chunk) => chunk)
    .filter((chunk) => (scores[chunk] ?? 0) > 0)
    .toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
    .slice(0, maxChunks);
}
