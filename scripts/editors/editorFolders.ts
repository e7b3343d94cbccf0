/** Folders that keep an editor apart from the user's other editors. */
export interface EditorFolders {
  /** Settings, state and logs. */
  readonly userData: string;
  readonly extensions: string;
}
