import type { CodeAnswer } from "./searchCode.ts";
import type { EmbeddableChunk } from "./semantic/embeddableChunks.ts";
import type { SemanticState } from "./semantic/semanticIndex.ts";
import type { LeftOut } from "./text/sourceFile.ts";

export interface FolderState {
  readonly files: number;
  readonly read: number;
  readonly leftOut: readonly (readonly [reason: LeftOut, count: number])[];
  readonly isCut: boolean;
  /** Unusable ignore files; absent if all are usable. */
  readonly refusedRules?: readonly string[];
  readonly bytes: number;
}

export interface FolderProgress {
  readonly done: number;
  readonly all: number;
}

interface OfFolder {
  readonly folder: string;
}

export interface OpenParams extends OfFolder {
  readonly data?: string | undefined;
  readonly usesHistory: boolean;
  readonly maxFiles: number;
  readonly exclude: readonly string[];
  /** Paths that the organisation excludes: the index's thread knows only these. */
  readonly exclusions?: readonly string[];
}

export interface SearchParams extends OfFolder {
  readonly query: string;
  readonly limit: number;
  readonly below?: string | undefined;
  readonly similar?: { readonly model: string; readonly vector: Float32Array } | undefined;
}

interface OfModel extends OfFolder {
  readonly model: string;
}

export interface ChunkPage {
  readonly chunks: readonly EmbeddableChunk[];
  readonly next?: string;
}

export interface KeepVectors extends OfModel {
  readonly vectors: readonly { readonly key: string; readonly vector: Float32Array }[];
  readonly skipped: readonly string[];
}

/** Mostly in a separate thread. Paths are relative to the folder. */
export interface IndexCalls {
  open(params: OpenParams): Promise<void>;
  refresh(params: OfFolder): Promise<FolderState>;
  /** Updates the index after events of the editor. */
  update(params: OfFolder & { readonly paths: readonly string[] }): Promise<FolderState>;
  progress(params: OfFolder): Promise<FolderProgress>;
  setText(
    params: OfFolder & { readonly path: string; readonly text?: string | undefined },
  ): Promise<void>;
  search(params: SearchParams): Promise<CodeAnswer>;
  chunks(
    params: OfModel & { readonly after?: string | undefined; readonly limit: number },
  ): Promise<ChunkPage>;
  keepVectors(params: KeepVectors): Promise<SemanticState>;
  semanticState(params: OfModel): Promise<SemanticState>;
  forgetVectors(params: OfFolder): Promise<void>;
  remove(params: OfFolder): Promise<void>;
  close(): Promise<void>;
}

/** The names of all calls; a missing name does not compile. */
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
