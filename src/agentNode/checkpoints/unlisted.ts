import { type Dirent, readdirSync } from "node:fs";
import { dirname, sep } from "node:path";

import type { StateChange } from "../../agent/checkpoints/checkpointJournal.ts";
import type { FileState } from "../../agent/checkpoints/checkpointLog.ts";
import { unreadable } from "../files/contentStore.ts";
import { statOf } from "../files/pathStats.ts";
import { PoliteLoop } from "../files/politeLoop.ts";
import type { Scan } from "./folderScan.ts";

/**
 * Paths besides the files of a scan, each with its number of files. Their content is not stored, so a restore can only
 * name the missing ones.
 */
export interface Unlisted {
  readonly ignored: ReadonlyMap<string, number>;
  /** Folders without files, pipes, sockets, devices, and names that are not UTF-8. */
  readonly special: ReadonlyMap<string, number>;
}

const ignoredState: FileState = { kind: "notKept", why: "ignored" };
const specialState: FileState = { kind: "notKept", why: "special" };
const missing: FileState = { kind: "missing" };
const emptyFolder: FileState = { kind: "emptyFolder" };

/** Undefined after the deadline (on the clock of `performance.now()`). */
export async function unlistedIn(
  { files, ignored }: Pick<Scan, "ignored"> & { readonly files: ReadonlyMap<string, unknown> },
  roots: readonly string[],
  deadline: number,
): Promise<Unlisted | undefined> {
  const loop = new PoliteLoop(deadline);
  const counts = new Map<string, number>();
  for (const path of ignored) {
    if (loop.isDue && !(await loop.rest())) {
      return undefined;
    }
    counts.set(plain(path), path.endsWith(sep) ? entriesOf(path).length : 1);
  }
  const special = new Map<string, number>();
  const folders = foldersOf(files.keys(), roots);
  for (const folder of folders) {
    if (loop.isDue && !(await loop.rest())) {
      return undefined;
    }
    for (const { path, isFolder: isDirectory } of specialsIn(folder, folders, counts)) {
      special.set(path, (special.get(path) ?? 0) + 1);
      if (isDirectory) {
        folders.add(path);
      }
    }
  }
  return { ignored: counts, special };
}

function specialsIn(
  folder: string,
  folders: ReadonlySet<string>,
  ignored: ReadonlyMap<string, number>,
): readonly { readonly path: string; readonly isFolder: boolean }[] {
  return entriesOf(folder)
    .filter((entry) => isSpecial(entry) && entry.name !== ".git")
    .map((entry) => ({
      path: folder.endsWith(sep) ? folder + entry.name : folder + sep + entry.name,
      isFolder: entry.isDirectory(),
    }))
    .filter(({ path }) => !folders.has(path) && !ignored.has(path));
}

/** `before` is undefined for an interrupted command: then only the ignored entries are known. */
export async function unlistedChanges(
  {
    files,
    ignored,
    unlisted: before,
  }: {
    readonly files: ReadonlyMap<string, unknown>;
    readonly ignored: readonly string[];
    readonly unlisted?: Unlisted | undefined;
  },
  scan: Scan | undefined,
  more: { readonly roots: readonly string[]; readonly deadline: number },
): Promise<readonly StateChange[] | undefined> {
  if (!scan || !before) {
    return scan && ignoredGone(ignored);
  }
  const after = await unlistedIn(scan, more.roots, more.deadline);
  const folders = foldersOf(files.keys(), more.roots);
  const isOld = (path: string): boolean =>
    [files, folders, before.special].some((old) => old.has(path)) ||
    isOrIsBelow(before.ignored, path);
  return after && [...differences(before, after), ...madeFolders(after, isOld)];
}

function madeFolders(after: Unlisted, isOld: (path: string) => boolean): readonly StateChange[] {
  return [...after.special.keys()]
    .filter((path) => !isOld(path) && isEmptyFolder(path))
    .map((path) => {
      let newFolder = path;
      while (!isOld(dirname(newFolder))) {
        newFolder = dirname(newFolder);
      }
      return { path, before: missing, after: emptyFolder, newFolder };
    });
}

function isOrIsBelow(paths: ReadonlyMap<string, number>, path: string): boolean {
  const above = dirname(path);
  return paths.has(path) || (above !== path && isOrIsBelow(paths, above));
}

function differences(before: Unlisted, after: Unlisted): readonly StateChange[] {
  const made = [...after.special].filter(
    ([path, count]) =>
      count > (before.special.get(path) ?? 0) && !isFolder(path) && !before.ignored.has(path),
  );
  return [
    ...lostOf(before.ignored, after.ignored, ignoredState),
    ...lostOf(before.special, after.special, specialState),
    ...made.map(([path]) => ({ path, before: missing, after: specialState })),
  ];
}

/** Omits a path that still exists, although it is no longer ignored or has files now. */
function lostOf(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  state: FileState,
): readonly StateChange[] {
  return [...before]
    .filter(([path, count]) => {
      const now = after.get(path);
      return now === undefined ? statOf(path) === undefined : now < count;
    })
    .map(([path]) => ({ path, before: state, after: isEmptyFolder(path) ? emptyFolder : missing }));
}

export function isLost({ before, after }: StateChange): boolean {
  return before.kind === "notKept" && (after.kind === "missing" || after.kind === "emptyFolder");
}

export function ignoredGone(ignored: readonly string[]): readonly StateChange[] {
  return ignored
    .map(plain)
    .filter((path) => statOf(path) === undefined)
    .map((path) => ({ path, before: ignoredState, after: missing }));
}

function isSpecial(entry: Dirent): boolean {
  return !(entry.isFile() || entry.isSymbolicLink()) || entry.name.includes(unreadable);
}

function isFolder(path: string): boolean {
  return statOf(path)?.isDirectory() === true;
}

function isEmptyFolder(path: string): boolean {
  return isFolder(path) && entriesOf(path).length === 0;
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // Missing or unreadable.
    return [];
  }
}

function foldersOf(files: Iterable<string>, roots: readonly string[]): Set<string> {
  const folders = new Set(roots);
  for (const file of files) {
    for (let folder = dirname(file); !folders.has(folder); folder = dirname(folder)) {
      folders.add(folder);
    }
  }
  return folders;
}

function plain(path: string): string {
  return path.endsWith(sep) ? path.slice(0, -1) : path;
}
