import type { Commit } from "./segments/history.ts";
import type { FileAccess } from "./syncFiles.ts";

/** The files of a folder that may be in its index. */
export interface FolderFiles {
  /** Relative to the folder, with `/`. */
  readonly files: readonly string[];
  /** Files that are not ignored, but secret. */
  readonly secrets: number;
  /** Whether there are more files than the index takes. */
  readonly isCut: boolean;
  /** Whether the rules leave a path out. */
  readonly isIgnored: (path: string) => boolean;
}

/** Where bytes of an index are kept. */
export interface KeptBytes {
  /** Undefined if there are none. */
  read(name: string): Promise<Uint8Array | undefined>;
  /** False if another window writes, or the disk fails. */
  write(name: string, bytes: Uint8Array): Promise<boolean>;
  /** Bytes of all that is kept. */
  size(): Promise<number>;
  /** Deletes all that is kept. */
  delete(): Promise<void>;
  /** Deletes one of it. */
  deleteOne(name: string): Promise<void>;
  /** Lets another window write. */
  close(): Promise<void>;
}

/** A folder as its index uses it: on a disk, or through a browser's editor. */
export interface FolderPlace {
  list(signal: AbortSignal): Promise<FolderFiles>;
  /** Whether a file of this path says what is ignored. */
  isRuleFile(path: string): boolean;
  readonly access: FileAccess;
  /** The newest commits with the commit of the head; undefined without Git or if the head is `known`. */
  readonly history?: (
    known: string,
    signal: AbortSignal,
  ) => Promise<{ readonly commits: readonly Commit[]; readonly head: string } | undefined>;
  /** Absent keeps the index in memory. */
  readonly kept?: KeptBytes;
  /** Lets others run between slices of work. */
  readonly pause: () => Promise<void>;
  readonly sliceMs: number;
  /** In milliseconds. */
  readonly now: () => number;
}
