import { type Stats, readFileSync, readlinkSync } from "node:fs";

import { isCode } from "../shared/errorCode.ts";
import { type ContentSource, hasMark, type ManifestFile, markOf } from "./commandManifest.ts";
import type { ContentPack } from "./contentPack.ts";
import { type Scan, ScanProblem } from "./folderScan.ts";
import { PoliteLoop } from "./politeLoop.ts";

/** The largest content that is kept before a command, in bytes; a file that Git has may be larger. */
const maxContent = 1_048_576;
/** All contents that are kept before the commands of a run, in bytes. */
const maxPack = 209_715_200;
/** So many files that are new to us, and Git is asked which of them it has. */
const worthAsking = 50;
/** Times of files advance in steps of some milliseconds: within one, a second change would not be seen. */
export const stepMs = 20;
const permissions = 0o7777;

export interface BeforeCommandDeps {
  readonly pack: ContentPack;
  /** As `performance.now()` counts. */
  readonly deadline: number;
  /** Epoch milliseconds, before the scan. */
  readonly now: number;
}

/**
 * The files of a scan with a place for each content. What `known` has with the same mark is taken from there; of the
 * rest, what is clean is Git's, and everything else goes into the pack.
 */
export async function filesBefore(
  scan: Scan,
  known: ReadonlyMap<string, ManifestFile>,
  { pack, deadline, now }: BeforeCommandDeps,
): Promise<ReadonlyMap<string, ManifestFile>> {
  const news = [...scan.files].filter(([path, found]) => {
    const file = known.get(path);
    return file === undefined || !hasMark(file, found);
  });
  const objects =
    news.length < worthAsking ? new Map<string, ContentSource>() : await objectsOf(scan);
  const made = new Map<string, ManifestFile>();
  const loop = new PoliteLoop(deadline);
  for (const [path, found] of news) {
    if (loop.isDue && !(await loop.rest())) {
      throw new ScanProblem("tooSlow");
    }
    const isFresh = now - Math.max(found.mtimeMs, found.ctimeMs) < stepMs;
    const object = isFresh ? undefined : objects.get(path);
    made.set(path, {
      path,
      mark: isFresh ? [] : markOf(found),
      size: found.size,
      mode: found.mode & permissions,
      source: object ?? (await sourceOf(path, found, pack)),
    });
  }
  await pack.sync();
  const files = new Map<string, ManifestFile>();
  for (const path of scan.files.keys()) {
    const file = made.get(path) ?? known.get(path);
    if (file) {
      files.set(path, file);
    }
  }
  return files;
}

async function objectsOf(scan: Scan): Promise<ReadonlyMap<string, ContentSource>> {
  const objects = new Map<string, ContentSource>();
  for (const { folder, git, pathOf } of scan.repositories) {
    // A repository that cannot say it has nothing; the contents are kept then.
    const clean = await git.clean().catch(() => new Map<string, string>());
    for (const [name, oid] of clean) {
      objects.set(pathOf(name), { kind: "git", folder, oid });
    }
  }
  return objects;
}

async function sourceOf(path: string, found: Stats, pack: ContentPack): Promise<ContentSource> {
  try {
    if (found.isSymbolicLink()) {
      return { kind: "link", target: readlinkSync(path) };
    }
    if (found.size > maxContent || pack.length + found.size > maxPack) {
      return { kind: "notKept", why: "tooLarge" };
    }
    const content = readFileSync(path);
    // It may have changed since the scan; then it is looked at again before it is used, by its mark.
    return content.length === found.size
      ? { kind: "pack", ...(await pack.add(content)) }
      : { kind: "notKept", why: "unreadable" };
  } catch (error) {
    if (isCode(error, "ENOSPC")) {
      throw error;
    }
    return { kind: "notKept", why: "unreadable" };
  }
}
