import type { ResolvedPath } from "../trust/pathTrust.ts";

/** A path of a tool call, resolved. */
export interface WorkspacePath extends ResolvedPath {
  /** As models and people see it: relative to the workspace where it lies inside, with `/`. */
  readonly shown: string;
  /** As it was named, in the form of `shown`, where it is a link or lies below one; else absent. */
  readonly link?: string;
  readonly kind: "file" | "folder" | "other" | "missing";
}

export interface FileText {
  readonly text: string;
  /** Of the bytes of the file; of a text that is not saved, its version in the editor. */
  readonly hash: string;
  /** The person changed it in the editor and did not save: `Workspace.save` comes before a write. */
  readonly isUnsaved?: true;
}

/** Why a file cannot be read as text, or written. `changed`: it is no longer as the caller knows it. */
export interface FileProblem {
  readonly problem:
    | "missing"
    | "notAFile"
    | "binary"
    | "tooLarge"
    | "notUtf8"
    /** In another encoding than UTF-8, and not open in the editor, which could read it. */
    | "notOpen"
    /** The editor has it open in an encoding, told as `detail`, in which it would not write it back as it is. */
    | "otherEncoding"
    /** The encoding of the file, told as `detail`, lacks characters of what would be written. */
    | "notEncodable"
    | "changed"
    /** The person changed it in the editor and did not save. */
    | "unsaved"
    /** It was changed in the editor, which did not save it in time. */
    | "notSaved"
    | "failed";
  /** What the system says, for `failed`; the editor's name of an encoding. */
  readonly detail?: string;
}

export interface FolderEntry {
  readonly name: string;
  readonly isFolder: boolean;
}

/** Where to look in lines of text. */
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
  /** Paths in it begin with its name. */
  readonly name: string;
  /** Absolute, as the person knows it. */
  readonly root: string;
}

/** The files that an agent works on. Links are followed before anything is decided; nothing is shown to the person. */
export interface Workspace {
  /** The folder of the run, as the person knows it; of several the first. */
  readonly root: string;
  /** Absent if there is just one: then paths are relative to it. */
  readonly folders?: readonly WorkspaceFolder[] | undefined;
  locate(path: string): Promise<WorkspacePath>;
  read(path: WorkspacePath): Promise<FileText | FileProblem>;
  /**
   * Saves what the person changed in the editor, if it is still the version that `read` gave as hash, and reads what then
   * stands on the disk: a formatter may have changed it. Absent without an editor.
   */
  save?(path: WorkspacePath, version: string): Promise<FileText | FileProblem>;
  /** Writes if the file still has the hash; undefined: if there is still no file. Folders are made. */
  write(
    path: WorkspacePath,
    text: string,
    expected: string | undefined,
  ): Promise<FileText | FileProblem>;
  /** Moves a file that still has the hash to a place where nothing is. */
  move(from: WorkspacePath, to: WorkspacePath, expected: string): Promise<FileProblem | undefined>;
  remove(path: WorkspacePath, expected: string): Promise<FileProblem | undefined>;
  /** The entries of a folder by name; links are left out. Empty if it cannot be read. */
  entries(path: WorkspacePath): Promise<readonly FolderEntry[]>;
  /** Paths whose text changed in the editor since the last call; absent without an editor. */
  takeTouched?(): readonly string[];
  /** The numbers of the lines, from 0, that match in each text; undefined if that takes longer than `maxMs`. */
  matchLines(
    pattern: LinePattern,
    texts: readonly string[],
    limits: MatchLimits,
  ): Promise<readonly (readonly number[])[] | undefined>;
}
