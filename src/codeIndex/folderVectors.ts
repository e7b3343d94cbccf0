import type { CodeIndex } from "./codeIndex.ts";
import type { FolderPlace } from "./folderPlace.ts";
import type { ChunkPage, KeepVectors } from "./indexCalls.ts";
import { type EmbeddableChunk, embeddableChunks } from "./semantic/embeddableChunks.ts";
import { SemanticIndex, type SemanticState, type SimilarFile } from "./semantic/semanticIndex.ts";
import { contentHash } from "./text/contentHash.ts";
import { sourceText } from "./text/sourceFile.ts";

const fileName = "vectors.index";
const similarFiles = 200;

export class FolderVectors {
  readonly #place: FolderPlace;
  readonly #index: CodeIndex;
  #opened: Promise<SemanticIndex | undefined> | undefined;
  /** Vectors of a new model, until the first of them arrive. */
  #candidate: SemanticIndex | undefined;
  #isUnwritten = false;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(place: FolderPlace, index: CodeIndex) {
    this.#place = place;
    this.#index = index;
  }

  async chunks(
    model: string,
    after: string | undefined,
    limit: number,
    signal: AbortSignal,
  ): Promise<ChunkPage> {
    const semantic = await this.#of(model);
    const paths = this.#index.paths().toSorted();
    if (after === undefined) {
      const there = new Set(paths);
      semantic.keepOnly((path) => there.has(path));
    }
    const chunks: EmbeddableChunk[] = [];
    for (const path of after === undefined ? paths : paths.slice(firstAfter(paths, after))) {
      signal.throwIfAborted();
      const missing = await this.#missingOf(semantic, path);
      chunks.push(...missing);
      if (chunks.length >= limit) {
        return { chunks, next: path };
      }
      if (missing.length > 0) {
        await this.#place.pause();
      }
    }
    return { chunks };
  }

  /** Stores vectors, and marks chunks that are never sent. Vectors of another model replace the stored ones. */
  async keep({ model, vectors, skipped }: KeepVectors): Promise<SemanticState> {
    const semantic = await this.#of(model);
    if (semantic === this.#candidate) {
      this.#opened = Promise.resolve(semantic);
      this.#candidate = undefined;
    }
    for (const { key, vector } of vectors) {
      semantic.add(key, vector);
    }
    for (const key of skipped) {
      semantic.skip(key);
    }
    this.#isUnwritten = true;
    return semantic.state;
  }

  async state(model: string): Promise<SemanticState> {
    return (await this.#of(model)).state;
  }

  async similar(model: string, vector: Float32Array): Promise<readonly SimilarFile[]> {
    const semantic = await this.#open();
    return semantic?.model === model
      ? semantic.similar(vector, {
          isWanted: (path) => this.#index.hashOf(path) !== undefined,
          limit: similarFiles,
        })
      : [];
  }

  async write(): Promise<void> {
    const semantic = this.#isUnwritten ? await this.#open() : undefined;
    const { kept } = this.#place;
    if (semantic && kept) {
      const bytes = semantic.encode();
      this.#isUnwritten = false;
      const writing = kept.write(fileName, bytes);
      this.#writing = writing;
      this.#isUnwritten = !(await writing) || this.#isUnwritten;
    }
  }

  async delete(): Promise<void> {
    this.#opened = Promise.resolve(undefined);
    this.#candidate = undefined;
    this.#isUnwritten = false;
    // A running write would create the file again.
    await this.#writing;
    await this.#place.kept?.deleteOne(fileName);
  }

  async #missingOf(semantic: SemanticIndex, path: string): Promise<readonly EmbeddableChunk[]> {
    const hash = this.#index.hashOf(path);
    if (!hash || semantic.isWhole(path, hash)) {
      return [];
    }
    const bytes = await this.#place.access.read(path);
    const source = bytes ? sourceText(bytes, path) : "unreadable";
    if (typeof source === "string") {
      return [];
    }
    const [first, second] = contentHash(source.text);
    // Unsaved text, or a change without an event yet: it follows later.
    return first === hash[0] && second === hash[1]
      ? semantic.setFile(path, hash, await embeddableChunks(semantic.model, source.text))
      : [];
  }

  async #of(model: string): Promise<SemanticIndex> {
    const kept = await this.#open();
    if (kept?.model === model) {
      return kept;
    }
    if (this.#candidate?.model !== model) {
      this.#candidate = new SemanticIndex(model);
    }
    return this.#candidate;
  }

  #open(): Promise<SemanticIndex | undefined> {
    this.#opened ??= (async () => {
      const bytes = await this.#place.kept?.read(fileName);
      return bytes && SemanticIndex.decode(bytes);
    })();
    return this.#opened;
  }
}

function firstAfter(sorted: readonly string[], text: string): number {
  const place = sorted.findIndex((one) => one > text);
  return place < 0 ? sorted.length : place;
}
