/** A changed file as a comparison shows it; undefined where there is no text. */
export interface ShownChange {
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The two texts of a file whose places can be decided one by one. */
export interface PlaceTexts {
  /** Before the run, or as the person last kept it. */
  readonly before: string;
  /** As the run left it, and as it stands on the disk. */
  readonly after: string;
}

/** The changed files of a conversation, for deciding about their places in the editor. Paths are absolute. */
export interface ChangeSource {
  /** Undefined if the file is no text on both sides, or somebody else changed it since. */
  placeTexts(path: string): Promise<PlaceTexts | undefined>;
  /** The person keeps all that is there; with `text`, only the places that it has. */
  keepPlaces(path: string, text?: string): Promise<void>;
  /** Puts the whole file back as it was; false if somebody else changed it since, or it fails. */
  undoWhole(path: string): Promise<boolean>;
  /** Undoes places by `write`, which says whether the file was written and saved. */
  undoPlaces(path: string, write: () => Promise<boolean>): Promise<void>;
  /** Looks at the disk again. */
  refresh(): Promise<void>;
}

/** What going back would do to one file. */
export interface RestoreRow {
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  readonly isRemoved: boolean;
  /** Lines. */
  readonly added: number;
  readonly removed: number;
  /** Somebody else changed it since. */
  readonly hasOtherChanges: boolean;
  /** The editor has text of it that is not saved. */
  readonly isUnsaved: boolean;
}

export interface RestorePlan {
  readonly rows: readonly RestoreRow[];
  /** Names of files whose earlier content was not kept. */
  readonly blocked: readonly string[];
  /** Absolute paths of folders in which commands changed what nobody could look at. */
  readonly unknown: readonly string[];
  /** Commits since then, newest first: short id and title. They stay. */
  readonly commits: readonly string[];
}

/** What the agent's runs want of the editor. */
export interface AgentEditor {
  /** Opens the comparison of one file, or of several together. */
  showChanges(changes: readonly ShownChange[]): Promise<void>;
  /** Asks which files to put back, by their paths; undefined: none. */
  askRestore(plan: RestorePlan): Promise<readonly string[] | undefined>;
  /**
   * Asks whether a run goes on although the disk is nearly full, which it does meanwhile; in bytes, `kept` is what
   * checkpoints need. False if the person stops it.
   */
  confirmSpace(space: { readonly free: number; readonly kept: number }): Promise<boolean>;
  /** Tells that nothing of a run can be undone, because another window has the conversation's checkpoints. */
  tellNotKept(): void;
  /** Tells of commands of windows that died and may still run; each with its process and its beginning. */
  tellLeft?(commands: readonly string[]): void;
  tellNotUndone(names: readonly string[]): Promise<void>;
  /** Whether the editor has text of a file that is not saved: it would no longer fit what is put back. */
  isUnsaved?(path: string): boolean;
  /** Shows the places of these files where they are open, with Keep and Undo; forgets other files of the source. */
  trackChanges?(source: ChangeSource, paths: readonly string[]): void;
  /** Opens a file at its first undecided place. */
  openPlaces?(path: string): Promise<void>;
}
