/** What keeps one editor apart from the others of the same user. */
export interface EditorFolders {
  /** Settings, state and logs. */
  readonly userData: string;
  readonly extensions: string;
}
