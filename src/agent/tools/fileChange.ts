import type { FileText, WorkspacePath } from "./workspace.ts";

/** One file as a call leaves it. */
export interface FileChange {
  readonly path: WorkspacePath;
  /** Undefined for a new file. */
  readonly before: FileText | undefined;
  /** Undefined for a deleted file. */
  readonly after: string | undefined;
  /** A new place, where nothing is. */
  readonly movedTo?: WorkspacePath | undefined;
}
