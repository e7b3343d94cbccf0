import type { ResolvedPath } from "../../trust/pathTrust.ts";

/** A resolved path of a tool call. */
export interface WorkspacePath extends ResolvedPath {
  /** As models and people see it: with `/`, and relative to the workspace if it is inside. */
  readonly shown: string;
  /** The path as it was named, in the form of `shown`, if it is a link or below one; else absent. */
  readonly link?: string;
  readonly kind: "file" | "folder" | "other" | "missing";
}

export interface FileText {
  readonly text: string;
  /** The hash of the file's bytes; for an unsaved text, its version in the editor. */
  readonly hash: string;
  /** The person has unsaved changes in the editor: `Workspace.save` precedes a write. */
  readonly isUnsaved?: true;
}

/** Why a file cannot be read as text, or written. `changed`: it differs from the caller's version. */
export interface FileProblem {
  readonly problem:
    | "missing"
    | "notAFile"
    | "binary"
    | "tooLarge"
    | "notUtf8"
    /** Not UTF-8, and not open in the editor, which could decode it. */
    | "notOpen"
    /** Open in the editor with an encoding that would not write it back unchanged; `detail` names it. */
    | "otherEncoding"
    /** The file's encoding lacks characters of the new text; `detail` names it. */
    | "notEncodable"
    | "changed"
    /** The person has unsaved changes in the editor. */
    | "unsaved"
    /** Changed in the editor, which did not save it in time. */
    | "notSaved"
    | "failed";
  /** The system's message for `failed`; the editor's name of an encoding. */
  readonly detail?: string;
}

export interface FolderEntry {
  readonly name: string;
  readonly isFolder: boolean;
}

/** A pattern for lines of text. */
export interface LinePattern {
  readonly source: string;
  readonly isRegex: boolean;
  readonly isCaseSensitive: boolean;
}

export interface MatchLimits {
  readonly signal: AbortSignal;
  readonly maxMs: number;
}

/** One of several folders of a workspace. */
export interface WorkspaceFolder {
  /** Paths in it begin with this name. */
  readonly name: string;
  /** Absolute, as the person knows it. */
  readonly root: string;
}

/** The files of an agent. Links are resolved before any decision; nothing is shown to the person. */
export interface Workspace {
  /** The run's folder, as the person knows it; of several the first. */
  readonly root: string;
  /** Absent for a single folder: paths are then relative to it. */
  readonly folders?: readonly WorkspaceFolder[] | undefined;
  locate(path: string): Promise<WorkspacePath>;
  read(path: WorkspacePath): Promise<FileText | FileProblem>;
  /**
   * Saves the person's unsaved changes if they are still the version that `read` returned as hash, then reads the file:
   * a formatter may have changed it. Absent without an editor.
   */
  save?(path: WorkspacePath, version: string): Promise<FileText | FileProblem>;
  /** Writes if the file still has the hash, or is still missing for undefined. Creates folders. */
  write(
    path: WorkspacePath,
    text: string,
    expected: string | undefined,
  ): Promise<FileText | FileProblem>;
  /** Moves a file that still has the hash to a free place. */
  move(from: WorkspacePath, to: WorkspacePath, expected: string): Promise<FileProblem | undefined>;
  remove(path: WorkspacePath, expected: string): Promise<FileProblem | undefined>;
  /** The entries of a folder by name, without links. Empty if it cannot be read. */
  entries(path: WorkspacePath): Promise<readonly FolderEntry[]>;
  /** Paths whose text changed in the editor since the last call; absent without an editor. */
  takeTouched?(): readonly string[];
  /** The numbers of the matching lines, from 0, for each text; undefined if that takes longer than `maxMs`. */
  matchLines(
    pattern: LinePattern,
    texts: readonly string[],
    limits: MatchLimits,
  ): Promise<readonly (readonly number[])[] | undefined>;
}
