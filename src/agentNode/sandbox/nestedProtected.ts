import type { Dirent } from "node:fs";
import { lstat, readdir, readlink } from "node:fs/promises";
import { basename, sep } from "node:path";

import { repositoryFolders } from "../../shared/guarded/guardedFileNames.ts";
import { guardedAtTop, partRunOnCommand, runsByItself } from "../../shared/guarded/guardedFiles.ts";

/**
 * Folders of installed packages: programs run them, and no review shows a change, because version control ignores
 * them.
 */
const installedFolders = new Set(["node_modules", "site-packages", "dist-packages"]);
/** Caches below `node_modules` into which build tools write. */
export const packageCaches: readonly string[] = [".cache", ".vite", ".vite-temp", ".tmp"];
/**
 * In vendored packages only repositories are protected: packages contain hundreds of other such names, which nothing
 * reads.
 */
const inPackages = new Set(repositoryFolders);
const packageFolders = new Set(["vendor"]);
/** Folders that are searched for programs first, by the name of their parent. */
const programFolders: Readonly<Record<string, readonly string[]>> = {
  ".venv": ["bin", "Scripts"],
  venv: ["bin", "Scripts"],
};
const always = new Set(guardedAtTop);
const maxFolders = 20_000;
const maxMs = 1_000;
const maxFound = 500;
const maxRunnable = 20_000;
const atOnce = 32;

export interface NestedProtected {
  /**
   * The protected paths without `guardedAtTop` of the top level. Absolute, each with an identity that survives
   * renaming a folder above: its inode, or a link's target.
   */
  readonly found: ReadonlyMap<string, string>;
  readonly links: ReadonlySet<string>;
  /** Files of `partRunOnCommand`, at most 20,000: a command may write them. */
  readonly runnable: readonly string[];
  /** False beyond 20,000 folders or one second; upper folders come first. */
  readonly isWhole: boolean;
}

interface Folder {
  readonly path: string;
  readonly name: string;
  readonly isInPackages: boolean;
}

/**
 * Finds repositories, paths that `runsByItself`, installed packages, and program folders, also ignored ones; in
 * vendored packages only repositories. Does not follow links. `times` multiplies the limits.
 */
export async function nestedProtected(
  workspace: readonly string[],
  times = 1,
): Promise<NestedProtected> {
  const deadline = performance.now() + times * maxMs;
  const own = new Set(
    workspace.flatMap((folder) => guardedAtTop.map((name) => folder + sep + name)),
  );
  const paths: string[] = [];
  const runnable: string[] = [];
  const folders: Folder[] = workspace.map((path) => ({ path, name: "", isInPackages: false }));
  let seen = 0;
  while (seen < folders.length) {
    const isTooMany = seen > times * maxFolders || runnable.length > times * maxRunnable;
    if (isTooMany || paths.length > times * maxFound || performance.now() > deadline) {
      return { ...(await identitiesOf(paths)), runnable, isWhole: false };
    }
    const group = folders.slice(seen, seen + atOnce);
    seen += group.length;
    for (const inner of await Promise.all(group.map(lookInto))) {
      folders.push(...inner.folders);
      paths.push(...inner.found.filter((path) => !own.has(path)));
      runnable.push(...inner.runnable);
    }
  }
  return { ...(await identitiesOf(paths)), runnable, isWhole: true };
}

export async function hasOnlyCaches(path: string): Promise<boolean> {
  if (basename(path) !== "node_modules" || !(await lstat(path)).isDirectory()) {
    return false;
  }
  const names = await readdir(path);
  return names.every((name) => packageCaches.includes(name));
}

async function lookInto(folder: Folder) {
  const { path, isInPackages } = folder;
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  const pathOf = ({ name }: { readonly name: string }): string => path + sep + name;
  const found = new Set(entries.filter((entry) => isProtected(entry, folder)));
  return {
    folders: entries
      .filter((entry) => entry.isDirectory() && !found.has(entry))
      .map((entry) => ({
        path: pathOf(entry),
        name: entry.name,
        isInPackages: isInPackages || packageFolders.has(entry.name),
      })),
    found: [...found].map(pathOf),
    runnable: isInPackages
      ? []
      : entries
          .filter((entry) => !found.has(entry) && (entry.isFile() || entry.isSymbolicLink()))
          .filter((entry) => partRunOnCommand(`${folder.name}/${entry.name}`) !== undefined)
          .map(pathOf),
  };
}

function isProtected(entry: Dirent, folder: Folder): boolean {
  const { name } = entry;
  if (programFolders[folder.name]?.includes(name) === true) {
    return true;
  }
  if (folder.isInPackages) {
    return inPackages.has(name);
  }
  if (installedFolders.has(name)) {
    return entry.isDirectory() || entry.isSymbolicLink();
  }
  // In a guarded folder every file is guarded, so any name will do.
  const inside = entry.isDirectory() ? `${name}/x` : name;
  return always.has(name) || runsByItself(`${folder.name}/${inside}`);
}

async function identitiesOf(
  paths: readonly string[],
): Promise<Pick<NestedProtected, "found" | "links">> {
  const all = await Promise.all(
    paths.map(async (path) => {
      try {
        const { ino } = await lstat(path);
        const target = await readlink(path).catch(() => undefined);
        return { path, identity: target === undefined ? String(ino) : `to ${target}`, target };
      } catch {
        // It disappeared meanwhile.
        return undefined;
      }
    }),
  );
  const there = all.filter((one) => one !== undefined);
  return {
    found: new Map(there.map(({ path, identity }) => [path, identity])),
    links: new Set(there.flatMap(({ path, target }) => (target === undefined ? [] : [path]))),
  };
}
