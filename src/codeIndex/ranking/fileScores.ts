import type { SegmentView } from "../segments/segmentView.ts";
import { type FieldShape, PostingBuffer, rarity, saturated } from "./fieldScores.ts";
import type { QueryTerm } from "./query.ts";
import type { Corpus, RankedFile } from "./ranking.ts";
import { fieldWeights } from "./weights.ts";

interface Place {
  readonly view: SegmentView;
  /** The segment's first file and chunk among those of all segments. */
  readonly firstFile: number;
  readonly firstChunk: number;
  readonly buffer: PostingBuffer;
}

type FileField = "paths" | "names";

/** The scores of all files and chunks for one query, added up term by term. */
export class FileScores {
  readonly #corpus: Corpus;
  readonly #places: readonly Place[];
  readonly #shapes: Readonly<Record<"chunk" | "file" | FileField | "history", FieldShape>>;
  readonly #chunks: Float64Array;
  readonly #files: Float64Array;
  readonly #words: Uint32Array;
  readonly #historyBuffer = new PostingBuffer();

  constructor(corpus: Corpus) {
    this.#corpus = corpus;
    let [files, chunks] = [0, 0];
    const places: Place[] = [];
    for (const view of corpus.views) {
      places.push({
        view,
        firstFile: files,
        firstChunk: chunks,
        buffer: new PostingBuffer(),
      });
      files += view.fileLengths.length;
      chunks += view.fileOfChunk.length;
    }
    this.#places = places;
    this.#files = new Float64Array(files);
    this.#chunks = new Float64Array(chunks);
    this.#words = new Uint32Array(files);
    const sum = (field: "body" | FileField): number =>
      corpus.views.reduce((all, { totals }) => all + totals[field], 0);
    const { chunk, file, path, names, history } = fieldWeights;
    const historyLength = corpus.history.lengths.reduce((all, length) => all + length, 0);
    this.#shapes = {
      chunk: shape(chunks, sum("body"), chunk),
      file: shape(files, sum("body"), file),
      paths: shape(files, sum("paths"), path),
      names: shape(files, sum("names"), names),
      history: shape(corpus.history.paths.length, historyLength, history),
    };
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
    for (const { view, firstFile, firstChunk } of this.#places) {
      const { firstChunks } = view.segment.files;
      for (let file = 0; file < view.fileLengths.length; file += 1) {
        const end = firstChunk + (firstChunks[file + 1] ?? 0);
        let best = 0;
        for (let chunk = firstChunk + (firstChunks[file] ?? 0); chunk < end; chunk += 1) {
          best = Math.max(best, this.#chunks[chunk] ?? 0);
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
      words: this.#words[file] ?? 0,
    };
  }

  #addBody({ hash, weight, word }: QueryTerm): number {
    let [chunks, files] = [0, 0];
    for (const { view, buffer } of this.#places) {
      buffer.read(view.segment.body, hash);
      chunks += buffer.size;
      files += distinctFiles(view, buffer);
    }
    const chunkWeight = weight * rarity(this.#shapes.chunk.documents, chunks);
    const fileWeight =
      weight * fieldWeights.file.weight * rarity(this.#shapes.file.documents, files);
    for (const place of this.#places) {
      this.#addChunks(place, chunkWeight * fieldWeights.chunk.weight);
      this.#addWholeFiles(place, fileWeight, word);
    }
    return chunkWeight;
  }

  #addChunks({ view, firstChunk, buffer }: Place, weight: number): void {
    const { chunkLengths } = view.segment;
    for (let index = 0; index < buffer.size; index += 1) {
      const chunk = buffer.documents[index] ?? 0;
      const part = saturated(
        buffer.counts[index] ?? 0,
        chunkLengths[chunk] ?? 0,
        this.#shapes.chunk,
      );
      this.#chunks[firstChunk + chunk] = (this.#chunks[firstChunk + chunk] ?? 0) + weight * part;
    }
  }

  /** The chunks of a file follow each other, so the counts of a file are a run. */
  #addWholeFiles({ view, firstFile, buffer }: Place, weight: number, word: number): void {
    let index = 0;
    while (index < buffer.size) {
      const file = view.fileOfChunk[buffer.documents[index] ?? 0] ?? 0;
      const end = view.segment.files.firstChunks[file + 1] ?? 0;
      let count = 0;
      while (index < buffer.size && (buffer.documents[index] ?? 0) < end) {
        count += buffer.counts[index] ?? 0;
        index += 1;
      }
      const length = view.fileLengths[file] ?? 0;
      this.#addToFile(firstFile + file, weight * saturated(count, length, this.#shapes.file), word);
    }
  }

  #addField(field: FileField, { hash, weight, word }: QueryTerm, fieldWeight: number): void {
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
        this.#addToFile(firstFile + file, full * part, word);
      }
    }
  }

  #addHistory({ hash, weight, word }: QueryTerm): void {
    const { history, historyFiles } = this.#corpus;
    const buffer = this.#historyBuffer;
    buffer.read(history.table, hash);
    const fieldShape = this.#shapes.history;
    const full = weight * fieldWeights.history.weight * rarity(fieldShape.documents, buffer.size);
    for (let index = 0; index < buffer.size; index += 1) {
      const document = buffer.documents[index] ?? 0;
      const file = historyFiles[document] ?? -1;
      if (file >= 0) {
        const length = history.lengths[document] ?? 0;
        this.#addToFile(
          file,
          full * saturated(buffer.counts[index] ?? 0, length, fieldShape),
          word,
        );
      }
    }
  }

  #addToFile(file: number, score: number, word: number): void {
    this.#files[file] = (this.#files[file] ?? 0) + score;
    this.#words[file] = (this.#words[file] ?? 0) | (1 << word);
  }
}

function shape(
  documents: number,
  length: number,
  { lengthShare }: { readonly lengthShare: number },
): FieldShape {
  return { documents, meanLength: documents > 0 ? length / documents : 0, lengthShare };
}

function distinctFiles({ fileOfChunk }: SegmentView, { documents, size }: PostingBuffer): number {
  let count = 0;
  let before = -1;
  for (let index = 0; index < size; index += 1) {
    const file = fileOfChunk[documents[index] ?? 0] ?? 0;
    count += file === before ? 0 : 1;
    before = file;
  }
  return count;
}

const maxChunks = 4;

/** The numbers of the chunks with a score, the best first. */
function bestChunks(scores: Float64Array): readonly number[] {
  return Array.from(scores, (_, chunk) => chunk)
    .filter((chunk) => (scores[chunk] ?? 0) > 0)
    .toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
    .slice(0, maxChunks);
}
