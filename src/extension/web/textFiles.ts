/** Folders of text files, as a browser's editor keeps them: written whole, never appended to. */
export interface TextFiles {
  /** Undefined for a file that is not there. */
  read(path: string): Promise<string | undefined>;
  /** Replaces the file; makes its folder. */
  write(path: string, text: string): Promise<void>;
  /** Nothing happens if it is not there. */
  remove(path: string): Promise<void>;
  /** Names of files and folders in a folder; none if it is not there. */
  list(path: string): Promise<readonly string[]>;
}
