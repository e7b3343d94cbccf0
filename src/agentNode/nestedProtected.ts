import { lstat, readdir } from "node:fs/promises";
import { sep } from "node:path";

const repositories: readonly string[] = [".git", ".hg", ".svn", ".jj"];
/**
 * What runs by itself in a workspace, or instructs models there, and must not be changed by a command; Git's folder is
 * among it.
 */
export const protectedNames: readonly string[] = [
  ...repositories,
  ".vscode",
  ".idea",
  ".devcontainer",
  ".husky",
  ".githooks",
  ".github",
  ".envrc",
  ".npmrc",
  ".claude",
  ".cursor",
  ".agents",
  ".aihub",
  ".mcp.json",
  "AGENTS.md",
  "CLAUDE.md",
];
const everywhere = new Set(protectedNames);
/** Packages bring such names along by the hundreds, and nothing reads them there. */
const inPackages = new Set(repositories);
const packageFolders = new Set(["node_modules", "site-packages", "vendor"]);
const maxFolders = 20_000;
const maxMs = 1_000;
const maxFound = 500;
const atOnce = 32;

export interface NestedProtected {
  /**
   * What is protected below the folders' own level, and the `.git` files of submodules and worktrees: absolute paths, each
   * with the number of its inode, which it keeps when a folder above is renamed.
   */
  readonly found: ReadonlyMap<string, number>;
  /** Whether all folders were looked into: 20,000 and one second are the limits, upper ones first. */
  readonly isWhole: boolean;
}

interface Folder {
  readonly path: string;
  /** Those that count in it. */
  readonly names: ReadonlySet<string>;
}

/**
 * Finds what is protected in the folders below these, also where version control ignores it; in installed packages only
 * repositories. Links are not followed; what cannot be read has none.
 */
export async function nestedProtected(workspace: readonly string[]): Promise<NestedProtected> {
  const deadline = performance.now() + maxMs;
  const own = new Set(
    workspace.flatMap((folder) => protectedNames.map((name) => folder + sep + name)),
  );
  const paths: string[] = [];
  const folders: Folder[] = workspace.map((path) => ({ path, names: everywhere }));
  let seen = 0;
  while (seen < folders.length) {
    if (seen > maxFolders || paths.length > maxFound || performance.now() > deadline) {
      return { found: await inodesOf(paths), isWhole: false };
    }
    const group = folders.slice(seen, seen + atOnce);
    seen += group.length;
    for (const inner of await Promise.all(group.map(lookInto))) {
      folders.push(...inner.folders);
      paths.push(...inner.found.filter((path) => !own.has(path)));
    }
  }
  return { found: await inodesOf(paths), isWhole: true };
}

async function lookInto({ path, names }: Folder) {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  const pathOf = ({ name }: { readonly name: string }): string => path + sep + name;
  return {
    folders: entries
      .filter((entry) => entry.isDirectory() && !names.has(entry.name))
      .map((entry) => ({
        path: pathOf(entry),
        names: packageFolders.has(entry.name) ? inPackages : names,
      })),
    found: entries.filter((entry) => names.has(entry.name) && !entry.isSymbolicLink()).map(pathOf),
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
