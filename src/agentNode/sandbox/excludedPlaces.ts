import { existsSync, realpathSync, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, sep } from "node:path";

import { exclusions, isExcluded } from "../../shared/guarded/excludedPaths.ts";

const maxFolders = 50_000;
const maxFound = 2_000;
const atOnce = 32;
const git = ".git";
/** Folders of Git that contain copies of all versions of all files. */
const gitContents = ["objects", "modules", "lfs"];

/** Absolute, real paths that a sandboxed command must not read. */
export interface HiddenPlaces {
  readonly folders: readonly string[];
  readonly files: readonly string[];
}

/**
 * Finds the paths that the organisation excludes, and Git's objects, which have the same content. `gitFolders` are
 * Git's folders outside the workspace. Undefined if the workspace has too many folders to search all.
 */
export async function excludedPlaces(
  workspace: readonly string[],
  gitFolders: readonly string[],
): Promise<HiddenPlaces | undefined> {
  const patterns = exclusions();
  if (patterns.length === 0) {
    return { folders: [], files: [] };
  }
  const named = patterns.filter((pattern) => pattern.startsWith("/") && !pattern.includes("*"));
  const found = [...named, ...gitFolders.flatMap(contentsOf)];
  const folders = [...workspace];
  let seen = 0;
  while (seen < folders.length) {
    if (folders.length > maxFolders || found.length > maxFound) {
      return undefined;
    }
    const group = folders.slice(seen, seen + atOnce);
    seen += group.length;
    for (const inner of await Promise.all(group.map(lookInto))) {
      found.push(...inner.found);
      folders.push(...inner.folders);
    }
  }
  const real = [
    ...new Set(found.filter((path) => existsSync(path)).map((path) => realpathSync(path))),
  ];
  return {
    folders: real.filter(isFolder),
    files: real.filter((path) => !isFolder(path)),
  };
}

function isFolder(path: string): boolean {
  return statSync(path).isDirectory();
}

async function lookInto(folder: string) {
  if (isExcluded(folder)) {
    return { found: [folder], folders: [] };
  }
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return {
    found: entries.flatMap((entry) => {
      const path = folder + sep + entry.name;
      return isExcluded(path) ? [path] : entry.name === git ? contentsOf(path) : [];
    }),
    folders: entries
      .filter((entry) => entry.isDirectory() && entry.name !== git)
      .map(({ name }) => folder + sep + name)
      .filter((path) => !isExcluded(path)),
  };
}

function contentsOf(folder: string): readonly string[] {
  return gitContents.map((name) => join(folder, name));
}
