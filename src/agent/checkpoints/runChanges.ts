import type { Hunk } from "../../edits/lineDiff.ts";

/** A file that the run changed and the person has not decided about. */
export interface ChangedFile {
  /** Absolute and real. */
  readonly path: string;
  readonly kind: "edited" | "made" | "deleted";
  /** Lines; 0 for what is no UTF-8 text up to 2 MB. */
  readonly added: number;
  readonly removed: number;
  /** Whether a command made the last change; it was found by comparing, so another program may have made it. */
  readonly isByCommand: boolean;
  /** Why `undo` refuses now; undefined if it would not. */
  readonly undoProblem: UndoProblem | undefined;
}

/**
 * `changedSince`: somebody else changed the file after the run, or between two changes of the run, and undoing would
 * lose that. `notKept`: the content before was too large or unreadable. `notChanged`: there is no such change (any
 * more). `failed`: the system refuses; nothing was changed.
 */
export type UndoProblem = "changedSince" | "notKept" | "notChanged" | "failed";

/** The two sides of a file's comparison; undefined where there is no file, or no UTF-8 text up to 2 MB. */
export interface ChangeTexts {
  /** Before the run, or as the person last kept it. */
  readonly before: string | undefined;
  /** What stands there now. */
  readonly after: string | undefined;
  /** Why `undo` refuses now; undefined if it would not. */
  readonly undoProblem: UndoProblem | undefined;
}

/**
 * *Changes of this run*: what the editor shows with *Keep* and *Undo*, and what `get_changes` prints. It is made anew
 * from the log of checkpoints and the disk at each call. What one call does to one file never touches another. An
 * undo is in the log, too, so that going back knows of it.
 */
export interface RunChanges {
  /** In the order in which the run first changed them. */
  list(): Promise<readonly ChangedFile[]>;
  /** Undefined if the run did not change the path. */
  texts(path: string): Promise<ChangeTexts | undefined>;
  /** The changed places of a file, in order. The lines of a hunk have their line ends; `start` counts from 0 in `before`. */
  hunks(path: string): Promise<readonly Hunk[]>;
  /** The person wants a file as it is: it leaves the list. Going back to a checkpoint still knows it. */
  keep(path: string): Promise<void>;
  /**
   * The person wants some places of a file as they are. `text` is the file with these places and without the other
   * changes: it is what the others are compared with from now on, and what `undo` leads back to. The file is not written.
   */
  keepPlaces(path: string, text: string): Promise<void>;
  keepAll(): Promise<void>;
  /**
   * Puts a file back as it was, byte for byte, with its permissions. Undefined if it is done. `evenChanged`: the person
   * wants it although it loses what somebody else changed since.
   */
  undo(path: string, how?: { readonly evenChanged: boolean }): Promise<UndoProblem | undefined>;
  /**
   * Puts one place of a file back: a hunk as `hunks` gave it. All other bytes stay. `changedSince` if the file is not as
   * the run left it; `notChanged` if there is no such hunk any more.
   */
  undoHunk(path: string, hunk: Hunk): Promise<UndoProblem | undefined>;
  /** Puts all files back that can be; returns those that could not. */
  undoAll(): Promise<readonly { readonly path: string; readonly problem: UndoProblem }[]>;
}
