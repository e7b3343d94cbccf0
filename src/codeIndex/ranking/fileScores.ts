import type { SegmentView } from "../segments/segmentView.ts";
import { addBody, type BodyScores, frequencyOf } from "./bodyScores.ts";
import { type FieldShape, normsOf, PostingBuffer, rarity, saturated } from "./fieldScores.ts";
import type { QueryTerm } from "./query.ts";
import type { Corpus, RankedFile } from "./ranking.ts";
import { fieldWeights } from "./weights.ts";

interface Place {
  readonly view: SegmentView;
  readonly firstFile: number;
  readonly firstChunk: number;
  readonly buffer: PostingBuffer;
  readonly scores: BodyScores;
}

interface BodyWeights {
  readonly chunk: number;
  readonly file: number;
  readonly isFound: boolean;
}

/** Terms below this share of the best term's weight are skipped: they add little, and have the longest lists. */
const negligible = 0.02;

type FileField = "paths" | "names";
type Shapes = Readonly<Record<"chunk" | "file" | FileField | "history", FieldShape>>;

export class FileScores {
  readonly #corpus: Corpus;
  readonly #places: readonly Place[];
  readonly #shapes: Shapes;
  readonly #chunks: Float64Array;
  readonly #files: Float64Array;

  constructor(corpus: Corpus) {
    this.#corpus = corpus;
    this.#shapes = shapesOf(corpus);
    const { chunk, file } = this.#shapes;
    this.#files = new Float64Array(file.documents);
    this.#chunks = new Float64Array(chunk.documents);
    let [firstFile, firstChunk] = [0, 0];
    this.#places = corpus.views.map((view, number) => {
      const scores: BodyScores = {
        files: this.#files.subarray(firstFile, firstFile + view.fileLengths.length),
        chunks: this.#chunks.subarray(firstChunk, firstChunk + view.fileOfChunk.length),
        chunkNorms: normsOf(view.segment.chunkLengths, chunk),
        fileNorms: normsOf(view.fileLengths, file),
      };
      const place: Place = { view, firstFile, firstChunk, buffer: bufferOf(number), scores };
      firstFile += view.fileLengths.length;
      firstChunk += view.fileOfChunk.length;
      return place;
    });
  }

  add(terms: readonly QueryTerm[]): ReadonlyMap<number, number> {
    const bodies = terms.map((term) => this.#rarities(term));
    const found = bodies.filter(({ isFound }) => isFound);
    const least = negligible * Math.max(0, ...found.map(({ chunk }) => chunk));
    for (const [place, term] of terms.entries()) {
      const body = bodies[place];
      if (body && body.chunk > least) {
        this.#addBody(term, body);
      }
      this.#addField("paths", term, fieldWeights.path.weight);
      this.#addField("names", term, fieldWeights.names.weight);
      this.#addHistory(term);
    }
    return new Map(terms.map(({ hash }, place) => [hash, bodies[place]?.chunk ?? 0]));
  }

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

  #rarities({ hash, weight }: QueryTerm): BodyWeights {
    let [chunks, files] = [0, 0];
    for (const { view } of this.#places) {
      const frequency = frequencyOf(view, hash);
      chunks += frequency.chunks;
      files += frequency.files;
    }
    return {
      chunk: weight * rarity(this.#shapes.chunk.documents, chunks),
      file: weight * rarity(this.#shapes.file.documents, files),
      isFound: chunks > 0,
    };
  }

  #addBody({ hash }: QueryTerm, { chunk, file }: BodyWeights): void {
    const weights = {
      chunk: chunk * fieldWeights.chunk.weight,
      file: file * fieldWeights.file.weight,
    };
    for (const { view, scores } of this.#places) {
      addBody(view, hash, scores, weights);
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
    const buffer = bufferOf(this.#places.length);
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

/** Buffers that all queries share, because a query never pauses. */
const buffers: PostingBuffer[] = [];

function bufferOf(segment: number): PostingBuffer {
  const known = buffers[segment] ?? new PostingBuffer();
  buffers[segment] = known;
  return known;
}

const maxChunks = 4;

function bestChunks(scores: Float64Array): readonly number[] {
  return Array.from(scores, (_, chunk) => chunk)
    .filter((chunk) => (scores[chunk] ?? 0) > 0)
    .toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
    .slice(0, maxChunks);
}
