import type { Hunk } from "../../edits/lineDiff.ts";

/** A file that the run changed, without the person's decision. */
export interface ChangedFile {
  readonly path: string;
  readonly kind: "edited" | "made" | "deleted";
  /** Lines; 0 if the file is not UTF-8 text of at most 2 MB. */
  readonly added: number;
  readonly removed: number;
  /** True if a command made the last change. A comparison found it, so another program may have made it. */
  readonly isByCommand: boolean;
  /** Why `undo` refuses now; undefined if it does not. */
  readonly undoProblem: UndoProblem | undefined;
}

/**
 * `changedSince`: somebody else changed the file after or between the run's changes, and undo would lose that.
 * `notKept`: the earlier content was not stored. `notChanged`: there is no such change. `failed`: the system refused;
 * nothing was changed.
 */
export type UndoProblem = "changedSince" | "notKept" | "notChanged" | "failed";

/** Both sides of a comparison; undefined if there is no file, or no UTF-8 text of at most 2 MB. */
export interface ChangeTexts {
  /** Before the run, or as the person last accepted it. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly undoProblem: UndoProblem | undefined;
}

/**
 * *Changes of this run*, for the editor's *Keep* and *Undo* and for `get_changes`. Computed from the log and the disk
 * at each call. A call about one file never changes another. The log has each undo, so that a restore knows it.
 */
export interface RunChanges {
  /** In the order of the run's first changes. */
  list(): Promise<readonly ChangedFile[]>;
  /** Undefined if the run did not change the path. */
  texts(path: string): Promise<ChangeTexts | undefined>;
  /** The changed hunks of a file, in order. Lines include their line ends; `start` counts from 0 in `before`. */
  hunks(path: string): Promise<readonly Hunk[]>;
  /** Accepts a file's change: the list omits it. A restore still knows the change. */
  keep(path: string): Promise<void>;
  /**
   * Accepts some hunks of a file. `text` is the file with these hunks only: the new baseline for the others and for
   * `undo`. Does not write the file.
   */
  keepPlaces(path: string, text: string): Promise<void>;
  keepAll(): Promise<void>;
  /**
   * Restores a file byte for byte, with its permissions. Undefined on success. `evenChanged`: also where that loses
   * somebody else's later change.
   */
  undo(path: string, how?: { readonly evenChanged: boolean }): Promise<UndoProblem | undefined>;
  /**
   * Reverts one hunk as `hunks` returned it; all other bytes stay. `changedSince` if the file differs from the run's
   * state; `notChanged` if there is no such hunk.
   */
  undoHunk(path: string, hunk: Hunk): Promise<UndoProblem | undefined>;
  /** Restores all files that can be restored; returns the others. */
  undoAll(): Promise<readonly { readonly path: string; readonly problem: UndoProblem }[]>;
}
