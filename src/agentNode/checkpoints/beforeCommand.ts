import { type Stats, readlinkSync } from "node:fs";

import { isCode } from "../../shared/base/errorCode.ts";
import { readRegular } from "../../sharedNode/regularFile.ts";
import { PoliteLoop } from "../files/politeLoop.ts";
import { type ContentSource, hasMark, type ManifestFile, markOf } from "./commandManifest.ts";
import type { ContentPack } from "./contentPack.ts";
import { type Scan, ScanProblem } from "./folderScan.ts";

/** In bytes. Files that Git stores may be larger. */
const maxContent = 1_048_576;
/** The maximum of all contents stored in a run, in bytes. */
const maxPack = 209_715_200;
const worthAsking = 50;
/** The step of file times in milliseconds: a second change within one step would be missed. */
export const stepMs = 20;
const permissions = 0o7777;

export interface BeforeCommandDeps {
  readonly pack: ContentPack;
  /** In milliseconds of `performance.now()`. */
  readonly deadline: number;
  readonly now: number;
}

/** Finds each content: in `known` if the mark is equal, in Git if the file is clean, else stores it in the pack. */
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
    // If Git fails, the contents are stored.
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
    const content = readRegular(path, maxContent);
    // It may have changed after the scan; then its mark causes another comparison.
    return content?.length === found.size
      ? { kind: "pack", ...(await pack.add(content)) }
      : { kind: "notKept", why: "unreadable" };
  } catch (error) {
    if (isCode(error, "ENOSPC")) {
      throw error;
    }
    return { kind: "notKept", why: "unreadable" };
  }
}
