import { lstat, readdir } from "node:fs/promises";
import { sep } from "node:path";

const names = new Set([".git", ".hg", ".svn", ".jj"]);
const maxFolders = 20_000;
const maxMs = 1_000;
const maxFound = 500;
const atOnce = 32;

export interface NestedRepositories {
  /**
   * Folders of version control below the workspace's own, and the `.git` files of submodules and worktrees: absolute paths,
   * each with the number of its inode, which it keeps when a folder above is renamed.
   */
  readonly found: ReadonlyMap<string, number>;
  /** Whether all folders were looked into: 20,000 and one second are the limits, upper ones first. */
  readonly isWhole: boolean;
}

/**
 * Finds the repositories in the folders below these, also where version control ignores them. Links are not followed; what
 * cannot be read has none.
 */
export async function nestedRepositories(
  workspace: readonly string[],
): Promise<NestedRepositories> {
  const deadline = performance.now() + maxMs;
  const own = new Set(workspace.flatMap((folder) => [...names].map((name) => folder + sep + name)));
  const paths: string[] = [];
  const folders = [...workspace];
  let seen = 0;
  while (seen < folders.length) {
    if (seen > maxFolders || paths.length > maxFound || performance.now() > deadline) {
      return { found: await inodesOf(paths), isWhole: false };
    }
    const group = folders.slice(seen, seen + atOnce);
    seen += group.length;
    for (const inner of await Promise.all(group.map(lookInto))) {
      folders.push(...inner.folders);
      paths.push(...inner.repositories.filter((path) => !own.has(path)));
    }
  }
  return { found: await inodesOf(paths), isWhole: true };
}

async function lookInto(folder: string) {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const pathOf = ({ name }: { readonly name: string }): string => folder + sep + name;
  return {
    folders: entries.filter((entry) => entry.isDirectory() && !names.has(entry.name)).map(pathOf),
    repositories: entries
      .filter((entry) => names.has(entry.name) && !entry.isSymbolicLink())
      .map(pathOf),
  };
}

async function inodesOf(paths: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const inodes = await Promise.all(
    paths.map((path) =>
      lstat(path).then(
        ({ ino }) => ino,
        // Gone again.
        () => undefined,
      ),
    ),
  );
  return new Map(
    paths.flatMap((path, index): (readonly [string, number])[] => {
      const inode = inodes[index];
      return inode === undefined ? [] : [[path, inode]];
    }),
  );
}
