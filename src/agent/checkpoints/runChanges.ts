import type { Hunk } from "../../edits/lineDiff.ts";

export interface ChangedFile {
  readonly path: string;
  readonly kind: "edited" | "made" | "deleted";
  /** Lines; 0 if the file is not UTF-8 text of at most 2 MB. */
  readonly added: number;
  readonly removed: number;
  readonly isByCommand: boolean;
  readonly undoProblem: UndoProblem | undefined;
}

/**
 * `changedSince`: undo would lose somebody else's change. `notKept`: the earlier content was not stored. `failed`: the
 * system refused; nothing was changed.
 */
export type UndoProblem = "changedSince" | "notKept" | "notChanged" | "failed";

/** Undefined if there is no file, or no UTF-8 text of at most 2 MB. */
export interface ChangeTexts {
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly undoProblem: UndoProblem | undefined;
}

/**
 * Computed from the log and the disk at each call. A call about one file never changes another. The log has each undo,
 * so that a restore knows it.
 */
export interface RunChanges {
  list(): Promise<readonly ChangedFile[]>;
  texts(path: string): Promise<ChangeTexts | undefined>;
  /** In order. Lines include their line ends; `start` counts from 0 in `before`. */
  hunks(path: string): Promise<readonly Hunk[]>;
  keep(path: string): Promise<void>;
  /** `text` is the file with the accepted hunks only: the new baseline. Does not write the file. */
  keepPlaces(path: string, text: string): Promise<void>;
  keepAll(): Promise<void>;
  /**
   * Byte for byte, with permissions. Undefined on success. `evenChanged`: also where that loses somebody else's later
   * change.
   */
  undo(path: string, how?: { readonly evenChanged: boolean }): Promise<UndoProblem | undefined>;
  /**
   * All other bytes stay. `changedSince` if the file differs from the run's state; `notChanged` if there is no such
   * hunk.
   */
  undoHunk(path: string, hunk: Hunk): Promise<UndoProblem | undefined>;
  undoAll(): Promise<readonly { readonly path: string; readonly problem: UndoProblem }[]>;
}
