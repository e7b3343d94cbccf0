import type { Commit } from "./segments/history.ts";
import type { FileAccess } from "./syncFiles.ts";

/** The files that the index may contain. */
export interface FolderFiles {
  /** Relative to the folder, with `/`. */
  readonly files: readonly string[];
  /** Number of files that are secret, but not ignored. */
  readonly secrets: number;
  /** The folder has more files than the index takes. */
  readonly isCut: boolean;
  readonly isIgnored: (path: string) => boolean;
  /** Files of ignore rules that cannot be used; everything below their folders is left out. */
  readonly refused?: readonly { readonly path: string }[];
}

/** Storage for the index's bytes. */
export interface KeptBytes {
  read(name: string): Promise<Uint8Array | undefined>;
  /** False if another window is the writer, or the disk fails. */
  write(name: string, bytes: Uint8Array): Promise<boolean>;
  /** Total, in bytes. */
  size(): Promise<number>;
  delete(): Promise<void>;
  deleteOne(name: string): Promise<void>;
  /** Lets another window write. */
  close(): Promise<void>;
}

/** A folder on a disk, or in a browser's editor. */
export interface FolderPlace {
  list(signal: AbortSignal): Promise<FolderFiles>;
  /** True for files such as `.gitignore`. */
  isRuleFile(path: string): boolean;
  readonly access: FileAccess;
  /** The newest commits, and HEAD's commit. Undefined without Git, or if HEAD is `known`. */
  readonly history?: (
    known: string,
    signal: AbortSignal,
  ) => Promise<{ readonly commits: readonly Commit[]; readonly head: string } | undefined>;
  /** Absent: the index stays in memory. */
  readonly kept?: KeptBytes;
  readonly pause: () => Promise<void>;
  readonly sliceMs: number;
  readonly now: () => number;
}
