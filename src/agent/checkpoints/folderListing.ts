import { ignoreFileNames, IgnoreRules } from "../../context/ignoreRules.ts";

export interface ListedFolder {
  entries(path: string): Promise<readonly { readonly name: string; readonly isFolder: boolean }[]>;
  text(path: string): Promise<string | undefined>;
}

export interface FolderListing {
  readonly files: readonly string[];
  readonly ignored: readonly string[];
}

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
