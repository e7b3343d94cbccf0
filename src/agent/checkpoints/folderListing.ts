import { ignoreFileNames, IgnoreRules } from "../../context/ignoreRules.ts";

/** A folder on a machine. Paths are relative to it, with `/`; "" is the folder itself. */
export interface ListedFolder {
  /** What lies in a folder; links are no folders. Empty if it cannot be read. */
  entries(path: string): Promise<readonly { readonly name: string; readonly isFolder: boolean }[]>;
  /** Undefined if it is too large to read. */
  text(path: string): Promise<string | undefined>;
}

/** The files of a folder without a repository that can be asked, by the rules of its ignore files. */
export interface FolderListing {
  readonly files: readonly string[];
  /** Folders with `/` at the end. */
  readonly ignored: readonly string[];
}

/** Undefined if there are more than `maxFiles`. */
export async function listUnignored(
  folder: ListedFolder,
  maxFiles: number,
): Promise<FolderListing | undefined> {
  const files: string[] = [];
  const ignored: string[] = [];
  const rules = new IgnoreRules([]);
  for (const open = [""]; open.length > 0;) {
    const path = open.shift() ?? "";
    const entries = await folder.entries(path);
    const below = (name: string): string => (path === "" ? name : `${path}/${name}`);
    for (const name of ignoreFileNames) {
      if (entries.some((entry) => entry.name === name)) {
        rules.add([{ path: below(name), content: await folder.text(below(name)) }]);
      }
    }
    for (const { name, isFolder } of entries) {
      const shown = below(name);
      if (rules.isIgnored(shown, isFolder)) {
        ignored.push(isFolder ? `${shown}/` : shown);
      } else {
        (isFolder ? open : files).push(shown);
      }
    }
    if (files.length > maxFiles) {
      return undefined;
    }
  }
  return { files, ignored };
}
