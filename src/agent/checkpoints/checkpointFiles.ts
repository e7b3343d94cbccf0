import type { FileState } from "./checkpointLog.ts";

export interface CheckpointFiles {
  /** Resolves when a file's content is stored on disk. */
  keep(path: string): Promise<FileState>;
  look(path: string): Promise<FileState>;
  read(path: string): Promise<{ readonly state: FileState; readonly content?: Uint8Array }>;
  /** Whole or not at all; rejects on failure. Creates missing parent folders. */
  put(path: string, state: FileState): Promise<void>;
  /** Undefined if no folder is missing. Omitted by stores that ignore folders. */
  newFolder?(path: string): Promise<string | undefined>;
  /** Rejects if it is not empty. Omitted by stores that ignore folders. */
  removeFolder?(path: string): Promise<void>;
  content(hash: string): Promise<Uint8Array>;
  add(content: Uint8Array): Promise<string>;
  /** Appends all lines or none. With `isSynced` they are on disk when this resolves. */
  append(lines: string, isSynced: boolean): Promise<void>;
}
