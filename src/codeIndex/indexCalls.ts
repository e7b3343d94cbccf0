import type { CodeAnswer } from "./searchCode.ts";
import type { EmbeddableChunk } from "./semantic/embeddableChunks.ts";
import type { SemanticState } from "./semantic/semanticIndex.ts";
import type { LeftOut } from "./text/sourceFile.ts";

/** What an index has of its folder. */
export interface FolderState {
  readonly files: number;
  /** Files whose content was read this time. */
  readonly read: number;
  /** Files that are left out, by the reason. */
  readonly leftOut: readonly (readonly [reason: LeftOut, count: number])[];
  /** Whether there are more files than the index takes. */
  readonly isCut: boolean;
  /** In memory, about. */
  readonly bytes: number;
}

/** How far an index is that looks at its whole folder. */
export interface FolderProgress {
  /** Files that were looked at. */
  readonly done: number;
  /** Files of the folder; 0 until they are listed. */
  readonly all: number;
}

interface OfFolder {
  /** The folder as the host names it: a path of the machine, or an address. */
  readonly folder: string;
}

export interface OpenParams extends OfFolder {
  /** Where the index is kept; undefined keeps it in memory. */
  readonly data?: string | undefined;
  /** Whether Git's history is read: only of a trusted folder. */
  readonly usesHistory: boolean;
  readonly maxFiles: number;
  /** Patterns as in `.gitignore`. */
  readonly exclude: readonly string[];
}

export interface SearchParams extends OfFolder {
  readonly query: string;
  readonly limit: number;
  /** Only files below this folder, relative to the index's. */
  readonly below?: string | undefined;
  /** The query as a vector of a model; files that are near it count, too. */
  readonly similar?: { readonly model: string; readonly vector: Float32Array } | undefined;
}

interface OfModel extends OfFolder {
  readonly model: string;
}

/** Chunks that have no vector yet; `next` where there may be more. */
export interface ChunkPage {
  readonly chunks: readonly EmbeddableChunk[];
  readonly next?: string;
}

export interface KeepVectors extends OfModel {
  readonly vectors: readonly { readonly key: string; readonly vector: Float32Array }[];
  /** Keys of chunks that are never sent. */
  readonly skipped: readonly string[];
}

/** What the extension asks of the indexes, mostly in a thread of their own. Paths are relative to the folder. */
export interface IndexCalls {
  /** Opens what is kept of a folder; searches may begin. */
  open(params: OpenParams): Promise<void>;
  /** Brings the index to what the folder has; reads what changed only. */
  refresh(params: OfFolder): Promise<FolderState>;
  /** The same after events of the editor. */
  update(params: OfFolder & { readonly paths: readonly string[] }): Promise<FolderState>;
  /** How far `refresh` is, at once. */
  progress(params: OfFolder): Promise<FolderProgress>;
  /** The text of a file that is not saved; without it the disk's counts again. */
  setText(
    params: OfFolder & { readonly path: string; readonly text?: string | undefined },
  ): Promise<void>;
  search(params: SearchParams): Promise<CodeAnswer>;
  chunks(
    params: OfModel & { readonly after?: string | undefined; readonly limit: number },
  ): Promise<ChunkPage>;
  keepVectors(params: KeepVectors): Promise<SemanticState>;
  semanticState(params: OfModel): Promise<SemanticState>;
  /** Deletes the vectors of the folder, at once. */
  forgetVectors(params: OfFolder): Promise<void>;
  /** Deletes what is kept of the folder, at once. */
  remove(params: OfFolder): Promise<void>;
  /** Writes what is not kept yet. */
  close(): Promise<void>;
}

/** The names of all calls; a missing one does not compile. */
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
