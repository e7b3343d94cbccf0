import type { FileText, WorkspacePath } from "./workspace.ts";

/** One file before and after a call. */
export interface FileChange {
  readonly path: WorkspacePath;
  /** Undefined for a new file. */
  readonly before: FileText | undefined;
  /** Undefined for a deleted file. */
  readonly after: string | undefined;
  /** A new place without a file. */
  readonly movedTo?: WorkspacePath | undefined;
}
