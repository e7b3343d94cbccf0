import { statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

import { isBelow, pathOutside } from "../files/realPaths.ts";
import { GitReader } from "./gitReader.ts";

/**
 * Drops build output: paths below folders that Git ignores. Disregards a `.gitignore` newer than `at` (epoch
 * milliseconds), because the command could have written it.
 */
export async function outsideBuildFolders<T extends { readonly path: string }>(
  changes: readonly T[],
  {
    workspace,
    at,
    path,
  }: { readonly workspace: readonly string[]; readonly at: number; readonly path: string },
): Promise<readonly T[]> {
  const outside = new Set(changes);
  for (const root of workspace) {
    const own = changes.filter((change) => isBelow(root, change.path));
    const git =
      own.length === 0 ? undefined : await GitReader.open(root, await pathOutside(path, workspace));
    const ignored = (await git?.ignored().catch(() => undefined)) ?? [];
    const folders = ignored.filter((name) => name.endsWith("/")).map((name) => join(root, name));
    for (const change of own) {
      const folder = folders.find((one) => change.path.startsWith(one));
      if (folder !== undefined && isIgnoredBefore(folder, root, at)) {
        outside.delete(change);
      }
    }
  }
  return [...outside];
}

function isIgnoredBefore(folder: string, root: string, at: number): boolean {
  const names = relative(root, dirname(folder))
    .split(sep)
    .filter((name) => name !== "");
  const above = names.map((_, index) => join(root, ...names.slice(0, index + 1)));
  const rules = [root, ...above].map((one) => join(one, ".gitignore"));
  return changedAt(join(folder, ".gitignore")) === 0 && rules.every((one) => changedAt(one) < at);
}

function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.ctimeMs ?? 0;
}
