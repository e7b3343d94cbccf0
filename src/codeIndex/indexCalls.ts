import type { CodeAnswer } from "./searchCode.ts";
import type { EmbeddableChunk } from "./semantic/embeddableChunks.ts";
import type { SemanticState } from "./semantic/semanticIndex.ts";
import type { LeftOut } from "./text/sourceFile.ts";

export interface FolderState {
  readonly files: number;
  /** Files that were read this time. */
  readonly read: number;
  /** Number of files per reason. */
  readonly leftOut: readonly (readonly [reason: LeftOut, count: number])[];
  /** The folder has more files than the index takes. */
  readonly isCut: boolean;
  /** Files of ignore rules that cannot be used; absent if all can. */
  readonly refusedRules?: readonly string[];
  readonly bytes: number;
}

/** Progress of a refresh. */
export interface FolderProgress {
  readonly done: number;
  /** 0 until the files are listed. */
  readonly all: number;
}

interface OfFolder {
  /** The host's name for the folder: a path or an address. */
  readonly folder: string;
}

export interface OpenParams extends OfFolder {
  /** The storage folder; undefined keeps the index in memory. */
  readonly data?: string | undefined;
  /** Reads Git's history; only for a trusted folder. */
  readonly usesHistory: boolean;
  readonly maxFiles: number;
  readonly exclude: readonly string[];
}

export interface SearchParams extends OfFolder {
  readonly query: string;
  readonly limit: number;
  /** Searches only below this folder, relative to the index's folder. */
  readonly below?: string | undefined;
  /** The query as a vector; files near it count, too. */
  readonly similar?: { readonly model: string; readonly vector: Float32Array } | undefined;
}

interface OfModel extends OfFolder {
  readonly model: string;
}

/** `next` is set if there may be more. */
export interface ChunkPage {
  readonly chunks: readonly EmbeddableChunk[];
  readonly next?: string;
}

export interface KeepVectors extends OfModel {
  readonly vectors: readonly { readonly key: string; readonly vector: Float32Array }[];
  /** Chunks that are never sent. */
  readonly skipped: readonly string[];
}

/**
 * The extension's calls to the indexes, mostly in a separate thread. Paths are relative to the
 * folder.
 */
export interface IndexCalls {
  /** Opens the stored index; searches may begin. */
  open(params: OpenParams): Promise<void>;
  /** Reads only changed files. */
  refresh(params: OfFolder): Promise<FolderState>;
  /** For changed paths, after events of the editor. */
  update(params: OfFolder & { readonly paths: readonly string[] }): Promise<FolderState>;
  /** Answers at once. */
  progress(params: OfFolder): Promise<FolderProgress>;
  /** Unsaved text; undefined returns to the text on disk. */
  setText(
    params: OfFolder & { readonly path: string; readonly text?: string | undefined },
  ): Promise<void>;
  search(params: SearchParams): Promise<CodeAnswer>;
  chunks(
    params: OfModel & { readonly after?: string | undefined; readonly limit: number },
  ): Promise<ChunkPage>;
  keepVectors(params: KeepVectors): Promise<SemanticState>;
  semanticState(params: OfModel): Promise<SemanticState>;
  /** Deletes the folder's vectors at once. */
  forgetVectors(params: OfFolder): Promise<void>;
  /** Deletes the folder's stored index at once. */
  remove(params: OfFolder): Promise<void>;
  /** Writes unwritten changes. */
  close(): Promise<void>;
}

/** A missing name does not compile. */
export const indexCallNames = Object.keys({
  open: 0,
  refresh: 0,
  progress: 0,
  update: 0,
  setText: 0,
  search: 0,
  chunks: 0,
  keepVectors: 0,
  semanticState: 0,
  forgetVectors: 0,
  remove: 0,
  close: 0,
} satisfies Record<keyof IndexCalls, 0>);
