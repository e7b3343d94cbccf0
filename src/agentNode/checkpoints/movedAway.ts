import { lstatSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import type { MovedPath } from "../../agent/command/commands.ts";
import { bytesIn } from "./checkpointFolders.ts";

const dayMs = 86_400_000;
const maxAgeMs = 30 * dayMs;
const maxBytes = 1_073_741_824;

/**
 * Moves paths into a new folder, where nothing runs them. The folder's name begins with `folder`, also in a continued
 * run.
 */
export async function moveAway(
  paths: readonly string[],
  folder: string,
): Promise<readonly MovedPath[]> {
  const found = paths.filter((path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined);
  if (found.length === 0) {
    return [];
  }
  const fresh = freshFolder(folder);
  return await Promise.all(
    found.map(async (path, index) => {
      try {
        const to = join(await fresh, `${index}-${basename(path)}`);
        await move(path, to);
        return { path, to };
      } catch {
        // Usually a full disk: the path stays, and the model is informed.
        return { path, to: undefined };
      }
    }),
  );
}

async function freshFolder(folder: string): Promise<string> {
  await mkdir(dirname(folder), { recursive: true });
  return await mkdtemp(`${folder}-`);
}

async function move(path: string, to: string): Promise<void> {
  try {
    await rename(path, to);
  } catch {
    await cp(path, to, { recursive: true, verbatimSymlinks: true });
    await rm(path, { recursive: true });
  }
}

/**
 * Deletes moved paths after 30 days, and the oldest paths beyond `limit` bytes. Paths of the last day stay, because a
 * run may still name them.
 */
export async function pruneMovedAway(folder: string, now: number, limit = maxBytes): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const moved = await Promise.all(names.map((name) => movedIn(join(folder, name))));
  let bytes = moved.reduce((sum, one) => sum + one.bytes, 0);
  for (const one of moved.toSorted((a, b) => a.at - b.at)) {
    const age = now - one.at;
    if (age > maxAgeMs || (bytes > limit && age > dayMs)) {
      await rm(one.path, { recursive: true, force: true });
      bytes -= one.bytes;
    }
  }
}

async function movedIn(path: string) {
  const at = await stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    // Another window has just deleted it.
    () => 0,
  );
  return { path, at, bytes: await bytesIn(path) };
}
