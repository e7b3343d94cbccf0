/** Files for a storage that only writes whole files. */
export interface TextFiles {
  read(path: string): Promise<string | undefined>;
  write(path: string, text: string): Promise<void>;
  remove(path: string): Promise<void>;
  list(path: string): Promise<readonly string[]>;
}
