import type { Stats } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, sep } from "node:path";

import type { WatchProblem } from "../../agent/checkpoints/checkpoints.ts";
import { listUnignored } from "../../agent/checkpoints/folderListing.ts";
import { regularText } from "../../sharedNode/regularFile.ts";
import { OwnStats } from "../files/pathStats.ts";
import { PoliteLoop } from "../files/politeLoop.ts";
import type { GitReader, GitReaders } from "../processes/gitReader.ts";

export class ScanProblem extends Error {
  readonly problem: WatchProblem;

  constructor(problem: WatchProblem) {
    super(problem);
    this.problem = problem;
  }
}

export interface ScanLimits {
  readonly maxFiles: number;
  /** In milliseconds of `performance.now()`. */
  readonly deadline: number;
  /** A `PATH` that contains no folder of the workspace. */
  readonly path: string;
  readonly git: GitReaders;
  readonly withIgnored: boolean;
}

export interface Scan {
  readonly files: ReadonlyMap<string, Stats>;
  readonly ignored: readonly string[];
  readonly repositories: readonly Repository[];
}

export interface Repository {
  readonly folder: string;
  readonly git: GitReader;
  readonly pathOf: (name: string) => string;
}

const maxNested = 200;
const maxIgnoreFile = 1_048_576;

/** Nested repositories and submodules follow their own ignore rules. Throws a `ScanProblem` beyond the limits. */
export async function scanFolders(roots: readonly string[], limits: ScanLimits): Promise<Scan> {
  const files = new Map<string, Stats>();
  const ignored: string[] = [];
  const repositories: Repository[] = [];
  const open = [...roots];
  const seen = new Set<string>();
  while (open.length > 0) {
    const folder = open.shift() ?? "";
    if (seen.has(folder)) {
      continue;
    }
    seen.add(folder);
    if (seen.size > maxNested) {
      throw new ScanProblem("tooManyFiles");
    }
    const git = await limits.git.open(folder, limits.path);
    const listed = (git && (await listByGit(git, limits))) ?? (await listByWalk(folder, limits));
    if (performance.now() > limits.deadline) {
      throw new ScanProblem("tooSlow");
    }
    if (git) {
      repositories.push({ folder, git, pathOf: (name) => inFolder(folder, name) });
    }
    ignored.push(...listed.ignored.map((name) => inFolder(folder, name)));
    open.push(...(await addStats(files, { folder, names: listed.files }, limits)));
    if (files.size > limits.maxFiles) {
      throw new ScanProblem("tooManyFiles");
    }
  }
  return { files, ignored, repositories };
}

async function addStats(
  files: Map<string, Stats>,
  { folder, names }: { readonly folder: string; readonly names: readonly string[] },
  { deadline, maxFiles }: ScanLimits,
): Promise<readonly string[]> {
  if (names.length > maxFiles) {
    throw new ScanProblem("tooManyFiles");
  }
  const folders: string[] = [];
  const loop = new PoliteLoop(deadline);
  // Git also lists files that are behind a link now.
  const stats = new OwnStats();
  for (const name of names) {
    if (loop.isDue && !(await loop.rest())) {
      throw new ScanProblem("tooSlow");
    }
    const path = inFolder(folder, name.endsWith("/") ? name.slice(0, -1) : name);
    const found = stats.of(path);
    if (found?.isDirectory() === true) {
      folders.push(path);
    } else if (found && (found.isFile() || found.isSymbolicLink())) {
      files.set(path, found);
    }
  }
  return folders;
}

async function listByGit(git: GitReader, { withIgnored }: ScanLimits) {
  try {
    const [files, ignored] = await Promise.all([git.names(), withIgnored ? git.ignored() : []]);
    return { files, ignored };
  } catch {
    // Too slow or too large: the folder walk has its own limits.
    return undefined;
  }
}

async function listByWalk(folder: string, { maxFiles, deadline }: ScanLimits) {
  const listing = await listUnignored(
    {
      entries: async (path) => {
        if (performance.now() > deadline) {
          throw new ScanProblem("tooSlow");
        }
        const found = await readdir(join(folder, path), { withFileTypes: true }).catch(() => []);
        return found.map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }));
      },
      text: (path) => Promise.resolve(regularText(join(folder, path), maxIgnoreFile, true)),
    },
    maxFiles,
  );
  if (!listing) {
    throw new ScanProblem("tooManyFiles");
  }
  return listing;
}

function inFolder(folder: string, name: string): string {
  const inner = sep === "/" ? name : name.replaceAll("/", sep);
  return folder.endsWith(sep) ? folder + inner : folder + sep + inner;
}
