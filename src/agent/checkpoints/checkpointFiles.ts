import type { FileState } from "./checkpointLog.ts";

/** Files and checkpoint store of a machine. Paths are absolute. */
export interface CheckpointFiles {
  /** The state of a path. Resolves when a file's content is stored on disk. */
  keep(path: string): Promise<FileState>;
  /** The state of a path; stores nothing. */
  look(path: string): Promise<FileState>;
  /** Like `look`, with a file's content. */
  read(path: string): Promise<{ readonly state: FileState; readonly content?: Uint8Array }>;
  /** Writes a state to a path, whole or not at all; rejects on failure. Creates missing parent folders. */
  put(path: string, state: FileState): Promise<void>;
  /** The topmost missing folder above a path; undefined if none is missing. Omitted by stores that ignore folders. */
  newFolder?(path: string): Promise<string | undefined>;
  /** Removes an empty folder; rejects otherwise. Omitted by stores that ignore folders. */
  removeFolder?(path: string): Promise<void>;
  /** A stored content by its SHA-256; rejects if it is missing or damaged. */
  content(hash: string): Promise<Uint8Array>;
  /** Stores a content that no file has; returns its SHA-256. */
  add(content: Uint8Array): Promise<string>;
  /** Appends whole lines to the log, all or none. With `isSynced` they are on disk when this resolves. */
  append(lines: string, isSynced: boolean): Promise<void>;
}
