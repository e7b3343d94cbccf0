export interface ShownChange {
  readonly path: string;
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export interface PlaceTexts {
  /** The text before the run, or at the person's last Keep. */
  readonly before: string;
  readonly after: string;
}

export interface ChangeSource {
  placeTexts(path: string): Promise<PlaceTexts | undefined>;
  keepPlaces(path: string, text?: string): Promise<void>;
  undoWhole(path: string): Promise<boolean>;
  /** Undoes places with `write`, which returns whether the file was written and saved. */
  undoPlaces(path: string, write: () => Promise<boolean>): Promise<void>;
  refresh(): Promise<void>;
}

export interface NamedFile {
  readonly name: string;
  /** As in `AgentState.changes`. */
  readonly group?: string | undefined;
}

export interface RestoreRow extends NamedFile {
  readonly path: string;
  readonly isRemoved: boolean;
  /** An empty folder. */
  readonly isFolder: boolean;
  readonly added: number;
  readonly removed: number;
  readonly hasOtherChanges: boolean;
  readonly isUnsaved: boolean;
}

export interface RestorePlan {
  readonly rows: readonly RestoreRow[];
  readonly blocked: readonly string[];
  readonly unknown: readonly string[];
  /** Commits since then, newest first, as short id and title. Going back does not remove them. */
  readonly commits: readonly string[];
}

/** An edit that the model still writes; `text` is the file's text so far. */
export interface GrowingEdit {
  readonly path: string;
  readonly name: string;
  readonly before: string;
  readonly text: () => string;
}

export interface GrowingView {
  grow(): void;
  /** If the edit is done, the file replaces the comparison. */
  end(isDone: boolean): Promise<void>;
}

export interface AgentEditor {
  growing?(edit: GrowingEdit): GrowingView;
  showChanges(changes: readonly ShownChange[]): Promise<void>;
  askRestore(plan: RestorePlan): Promise<readonly string[] | undefined>;
  /**
   * Asks whether to continue although the disk is nearly full; the run continues meanwhile. Sizes in bytes; `kept` is
   * used by checkpoints. False if the person stops the run.
   */
  confirmSpace(space: { readonly free: number; readonly kept: number }): Promise<boolean>;
  /** Warns that nothing can be undone because another window holds the conversation's checkpoints. */
  tellNotKept(): void;
  tellLeft?(commands: readonly string[]): void;
  tellNotUndone(files: readonly NamedFile[]): Promise<void>;
  tellRemovedFolders?(folders: readonly NamedFile[]): void;
  isUnsaved?(path: string): boolean;
  /** Shows Keep and Undo at the places of these files where they are open; forgets other files of the source. */
  trackChanges?(source: ChangeSource, paths: readonly string[]): void;
  openPlaces?(path: string): Promise<void>;
}
