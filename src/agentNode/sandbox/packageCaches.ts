import { lstat, mkdir } from "node:fs/promises";
import { basename, join } from "node:path";

import { packageCaches } from "./nestedProtected.ts";

/** Each package folder delays a command's start by some milliseconds. */
const maxFolders = 100;

/**
 * Creates missing caches, because a command cannot do that in a read-only folder. Skips links: their targets stay
 * protected.
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
      // It may exist, or the folder may be read-only.
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
