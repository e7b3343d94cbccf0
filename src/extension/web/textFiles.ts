/** Folders of text files in a browser's editor: written whole, never appended to. */
export interface TextFiles {
  /** The content; undefined if there is no such file. */
  read(path: string): Promise<string | undefined>;
  /** Replaces the file; creates its folder. */
  write(path: string, text: string): Promise<void>;
  /** Does nothing if there is no such file. */
  remove(path: string): Promise<void>;
  /** Names of files and folders in a folder; empty if there is no such folder. */
  list(path: string): Promise<readonly string[]>;
}
