import type { FileState } from "./checkpointLog.ts";

/** The files and the store of checkpoints on a machine, for {@link CheckpointJournal}. Paths are absolute. */
export interface CheckpointFiles {
  /** What stands at a path. The content of a file is kept and on the disk when this resolves. */
  keep(path: string): Promise<FileState>;
  /** What stands at a path, without keeping it. */
  look(path: string): Promise<FileState>;
  /** As `look`, with the content of a file. */
  read(path: string): Promise<{ readonly state: FileState; readonly content?: Uint8Array }>;
  /** Puts a state at a path, whole or not at all; rejects if it cannot. The folders above are made. */
  put(path: string, state: FileState): Promise<void>;
  /** The topmost folder above a path that is not there; undefined if all are. Absent where nobody looks. */
  newFolder?(path: string): Promise<string | undefined>;
  /** Removes a folder that is empty; rejects otherwise. Absent where folders stay. */
  removeFolder?(path: string): Promise<void>;
  /** A kept content by its SHA-256; rejects if it is gone or damaged. */
  content(hash: string): Promise<Uint8Array>;
  /** Keeps a content that stands nowhere; returns its SHA-256. */
  add(content: Uint8Array): Promise<string>;
  /** Appends whole lines to the log, all or none. `isSynced`: they are on the disk when this resolves. */
  append(lines: string, isSynced: boolean): Promise<void>;
}
