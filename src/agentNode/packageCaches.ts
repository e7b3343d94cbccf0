import { lstat, mkdir } from "node:fs/promises";
import { basename, join } from "node:path";

import { packageCaches } from "./nestedProtected.ts";

/** Each folder of packages costs the start of a command some milliseconds. */
const maxFolders = 100;

/**
 * The folders below installed packages in which build tools write; those that are not there are made, because nothing can be
 * made in a folder that is read-only. A link is no such folder: what it leads to stays as it is.
 */
export async function openPackageCaches(
  protectedPaths: readonly string[],
): Promise<readonly string[]> {
  const packages = protectedPaths.filter((path) => basename(path) === "node_modules");
  const caches = packages
    .slice(0, maxFolders)
    .flatMap((folder) => packageCaches.map((name) => join(folder, name)));
  const open = await Promise.all(
    caches.map(async (path) => {
      // It may be there already, and the folder may be read-only.
      await mkdir(path).catch(() => undefined);
      const isFolder = await lstat(path).then(
        (found) => found.isDirectory(),
        () => false,
      );
      return isFolder ? [path] : [];
    }),
  );
  return open.flat();
}
