import type { FileText, WorkspacePath } from "./workspace.ts";

export interface FileChange {
  readonly path: WorkspacePath;
  readonly before: FileText | undefined;
  readonly after: string | undefined;
  readonly movedTo?: WorkspacePath | undefined;
}
