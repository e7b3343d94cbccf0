/** A changed file as a comparison shows it; undefined where there is no text. */
export interface ShownChange {
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** What the agent's runs want of the editor. */
export interface AgentEditor {
  /** Opens the comparison of one file, or of several together. */
  showChanges(changes: readonly ShownChange[]): Promise<void>;
  /** Asks whether to go back; `left` are the files that stay as they are. */
  confirmRestore(files: {
    readonly changed: readonly string[];
    readonly left: readonly string[];
  }): Promise<boolean>;
  tellNotUndone(names: readonly string[]): Promise<void>;
}
