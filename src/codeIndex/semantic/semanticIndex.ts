import { type Numbers, packArrays, textBytes, unpackArrays } from "../packed/packedArrays.ts";
import type { EmbeddableChunk } from "./embeddableChunks.ts";
import { VectorRows } from "./vectorRows.ts";

const kind = { magic: 0x53434841, version: 1 };
/** The maximum of rows. Rows without a file are stored for other branches, up to this total. */
const maxRows = 200_000;
const maxDimensions = 8_192;
const maxChunksOfFile = 3;

type Hash = readonly [number, number];

export interface SimilarFile {
  readonly path: string;
  readonly score: number;
  readonly chunks: readonly number[];
}

export interface SemanticState {
  readonly chunks: number;
  readonly embedded: number;
  readonly skipped: number;
}

interface FileChunks {
  readonly hash: Hash;
  readonly keys: readonly string[];
}

/** One model's vectors for a folder. Contains hashes, paths and vectors, never text. */
export class SemanticIndex {
  readonly model: string;
  #rows: VectorRows | undefined;
  #keys: string[] = [];
  readonly #rowOf = new Map<string, number>();
  readonly #skipped = new Set<string>();
  readonly #files = new Map<string, FileChunks>();

  constructor(model: string) {
    this.model = model;
  }

  static decode(bytes: Uint8Array): SemanticIndex | undefined {
    const reader = unpackArrays(kind, bytes);
    if (!reader) {
      return undefined;
    }
    const index = new SemanticIndex(reader.text());
    const [dimensions = 0] = reader.words();
    const scales = reader.floats();
    const rows = reader.bytes();
    index.#setKeys(reader.lines());
    if (dimensions > 0) {
      const parts = new Int8Array(rows.buffer, rows.byteOffset, rows.length);
      index.#rows = new VectorRows(dimensions, { bytes: parts, scales });
    }
    for (const key of reader.lines()) {
      index.#skipped.add(key);
    }
    const paths = reader.lines();
    const hashes = reader.words();
    const ends = reader.words();
    const keys = reader.lines();
    for (const [file, path] of paths.entries()) {
      index.#files.set(path, {
        hash: [hashes[file * 2] ?? 0, hashes[file * 2 + 1] ?? 0],
        keys: keys.slice(file === 0 ? 0 : ends[file - 1], ends[file]),
      });
    }
    return index;
  }

  encode(): Uint8Array<ArrayBuffer> {
    if (this.#keys.length > maxRows) {
      this.#dropUnused();
    }
    const files = [...this.#files];
    let end = 0;
    const ends = files.map(([, { keys }]) => (end += keys.length));
    const arrays: readonly Numbers[] = [
      textBytes(this.model),
      Uint32Array.of(this.#rows?.dimensions ?? 0),
      this.#rows?.scales ?? new Float32Array(0),
      this.#rows?.bytes ?? new Int8Array(0),
      lines(this.#keys),
      lines([...this.#skipped]),
      lines(files.map(([path]) => path)),
      Uint32Array.from(files.flatMap(([, { hash }]) => hash)),
      Uint32Array.from(ends),
      lines(files.flatMap(([, { keys }]) => keys)),
    ];
    return packArrays(kind, arrays);
  }

  get state(): SemanticState {
    const keys = new Set([...this.#files.values()].flatMap((file) => file.keys));
    let [embedded, skipped] = [0, 0];
    for (const key of keys) {
      embedded += this.#rowOf.has(key) ? 1 : 0;
      skipped += this.#skipped.has(key) ? 1 : 0;
    }
    return { chunks: keys.size, embedded, skipped };
  }

  isWhole(path: string, [first, second]: Hash): boolean {
    const file = this.#files.get(path);
    return (
      file?.hash[0] === first &&
      file.hash[1] === second &&
      file.keys.every((key) => this.#isSettled(key))
    );
  }

  setFile(
    path: string,
    hash: Hash,
    chunks: readonly EmbeddableChunk[],
  ): readonly EmbeddableChunk[] {
    for (const { key, text } of chunks) {
      if (text === "") {
        this.#skipped.add(key);
      }
    }
    this.#files.set(path, { hash, keys: chunks.map(({ key }) => key) });
    return chunks.filter(({ key }) => !this.#isSettled(key));
  }

  keepOnly(isThere: (path: string) => boolean): void {
    for (const path of this.#files.keys()) {
      if (!isThere(path)) {
        this.#files.delete(path);
      }
    }
  }

  /** Throws if the length differs from earlier vectors: another model. */
  add(key: string, vector: Float32Array): void {
    if (vector.length === 0 || vector.length > maxDimensions) {
      throw new Error("The vector has no usable length.");
    }
    this.#rows ??= new VectorRows(vector.length);
    if (this.#rows.dimensions !== vector.length) {
      throw new Error("The vectors have different lengths.");
    }
    if (!this.#rowOf.has(key)) {
      this.#rowOf.set(key, this.#rows.add(vector));
      this.#keys.push(key);
    }
  }

  skip(key: string): void {
    this.#skipped.add(key);
  }

  similar(
    vector: Float32Array,
    { isWanted, limit }: { readonly isWanted: (path: string) => boolean; readonly limit: number },
  ): readonly SimilarFile[] {
    if (this.#rows?.dimensions !== vector.length) {
      return [];
    }
    const cosines = this.#rows.cosines(vector);
    const found: { path: string; cosine: number; keys: readonly string[] }[] = [];
    for (const [path, { keys }] of this.#files) {
      const cosine = Math.max(...keys.map((key) => cosines[this.#rowOf.get(key) ?? -1] ?? 0), 0);
      if (cosine > 0 && isWanted(path)) {
        found.push({ path, cosine, keys });
      }
    }
    const best = found.toSorted((a, b) => b.cosine - a.cosine).slice(0, limit);
    const [most, least] = [
      best[0]?.cosine ?? 0,
      best.length < limit ? 0 : (best.at(-1)?.cosine ?? 0),
    ];
    return best.map(({ path, cosine, keys }) => ({
      path,
      score: most > least ? (cosine - least) / (most - least) : 1,
      chunks: this.#nearest(keys, cosines),
    }));
  }

  #nearest(keys: readonly string[], cosines: Float32Array): readonly number[] {
    const scores = keys.map((key) => cosines[this.#rowOf.get(key) ?? -1] ?? 0);
    return [...scores.keys()]
      .filter((chunk) => (scores[chunk] ?? 0) > 0)
      .toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
      .slice(0, maxChunksOfFile);
  }

  #isSettled(key: string): boolean {
    return this.#rowOf.has(key) || this.#skipped.has(key);
  }

  #setKeys(keys: readonly string[]): void {
    this.#keys = [...keys];
    this.#rowOf.clear();
    for (const [row, key] of keys.entries()) {
      this.#rowOf.set(key, row);
    }
  }

  #dropUnused(): void {
    const used = new Set([...this.#files.values()].flatMap((file) => file.keys));
    const rows = [...this.#keys.keys()].filter((row) => used.has(this.#keys[row] ?? ""));
    this.#rows = this.#rows?.only(rows);
    this.#setKeys(rows.map((row) => this.#keys[row] ?? ""));
  }
}

function lines(texts: readonly string[]): Uint8Array {
  return textBytes(texts.join("\0"));
}
