import { dirname } from "node:path/posix";

/** All paths are absolute and real. */
export interface SeatbeltPlaces {
  readonly workspace: readonly string[];
  readonly kept: readonly string[];
  /** Caches below `kept` that commands write: macOS cannot replace them by the command's own folder. */
  readonly caches: readonly string[];
  /** Commands neither read nor write these paths, except their `readable` parts and the workspace. */
  readonly empty: readonly string[];
  readonly readable: readonly string[];
  /** Commands neither read nor write these paths, not even in the workspace. */
  readonly hidden: readonly string[];
  readonly tempFolder: string;
}

/** Temporary folders that every program of the machine uses. */
const sharedTemp = ["/private/tmp", "/private/var/tmp"];

/** Apple's sandbox-exec(1); the last matching rule counts. */
export function seatbeltProfile({
  workspace,
  kept,
  caches,
  empty,
  readable,
  hidden,
  tempFolder,
}: SeatbeltPlaces): string {
  return [
    "(version 1)",
    "(allow default)",
    "(deny network*)",
    "(deny file-write*)",
    '(allow file-write* (literal "/dev/null"))',
    `(deny file-read* file-write* ${subpaths([...sharedTemp, ...empty])})`,
    // Resolving a path reads each folder above it.
    `(allow file-read-metadata ${literals(foldersAbove([...workspace, ...readable, tempFolder], [...sharedTemp, ...empty]))})`,
    ...(readable.length === 0 ? [] : [`(allow file-read* ${subpaths(readable)})`]),
    `(allow file-read* file-write* ${subpaths([...workspace, tempFolder])})`,
    `(deny file-write* ${subpaths(kept)})`,
    ...(caches.length === 0 ? [] : [`(allow file-write* ${subpaths(caches)})`]),
    ...(hidden.length === 0 ? [] : [`(deny file-read* file-write* ${subpaths(hidden)})`]),
  ].join("\n");
}

/** The folders above `paths`, up to and including `folders`. */
function foldersAbove(paths: readonly string[], folders: readonly string[]): readonly string[] {
  const above = new Set(folders);
  for (const path of paths) {
    for (let folder = dirname(path); isBelowAny(folder, folders); folder = dirname(folder)) {
      above.add(folder);
    }
  }
  return [...above];
}

function isBelowAny(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
}

function literals(paths: readonly string[]): string {
  return paths.map((path) => `(literal ${JSON.stringify(path)})`).join(" ");
}

function subpaths(paths: readonly string[]): string {
  return paths.map((path) => `(subpath ${JSON.stringify(path)})`).join(" ");
}
