import type { ResolvedPath } from "../../trust/pathTrust.ts";

export interface WorkspacePath extends ResolvedPath {
  /** The path has `/`, and is relative to the workspace if it is inside. */
  readonly shown: string;
  readonly link?: string;
  readonly kind: "file" | "folder" | "other" | "missing";
}

/** The name of a link itself, which a command can make or replace. */
export function ownName({ link, shown }: Pick<WorkspacePath, "link" | "shown">): string {
  return link ?? shown;
}

export interface FileText {
  readonly text: string;
  /** A hash of the file's bytes; for an unsaved text, its version in the editor. */
  readonly hash: string;
  /** `Workspace.save` must precede a write. */
  readonly isUnsaved?: true;
}

/** `changed`: the file differs from the caller's version. */
export interface FileProblem {
  readonly problem:
    | "missing"
    | "notAFile"
    | "binary"
    | "tooLarge"
    | "notUtf8"
    /** The file is not UTF-8, and not open in the editor. */
    | "notOpen"
    /** The encoding would not write the file back unchanged; `detail` names it. */
    | "otherEncoding"
    | "notEncodable"
    | "changed"
    | "unsaved"
    | "notSaved"
    | "failed";
  /** The system's message, or the editor's name of an encoding. */
  readonly detail?: string;
}

export interface FolderEntry {
  readonly name: string;
  readonly isFolder: boolean;
}

export interface LinePattern {
  readonly source: string;
  readonly isRegex: boolean;
  readonly isCaseSensitive: boolean;
}

export interface MatchLimits {
  readonly signal: AbortSignal;
  readonly maxMs: number;
}

export interface WorkspaceFolder {
  readonly name: string;
  readonly root: string;
}

export interface Workspace {
  readonly root: string;
  readonly folders?: readonly WorkspaceFolder[] | undefined;
  locate(path: string): Promise<WorkspacePath>;
  read(path: WorkspacePath): Promise<FileText | FileProblem>;
  /**
   * Saves the person's unsaved changes if they are still `version`, then reads the file: a formatter may have changed
   * it. Absent without an editor.
   */
  save?(path: WorkspacePath, version: string): Promise<FileText | FileProblem>;
  /** Writes only if the file still has the hash, or for undefined is still missing. Creates folders. */
  write(
    path: WorkspacePath,
    text: string,
    expected: string | undefined,
  ): Promise<FileText | FileProblem>;
  move(from: WorkspacePath, to: WorkspacePath, expected: string): Promise<FileProblem | undefined>;
  remove(path: WorkspacePath, expected: string): Promise<FileProblem | undefined>;
  entries(path: WorkspacePath): Promise<readonly FolderEntry[]>;
  /** Paths that changed in the editor since the last call; absent without an editor. */
  takeTouched?(): readonly string[];
  /** Indexes from 0, for each text; undefined if the search takes longer than `maxMs`. */
  matchLines(
    pattern: LinePattern,
    texts: readonly string[],
    limits: MatchLimits,
  ): Promise<readonly (readonly number[])[] | undefined>;
}
