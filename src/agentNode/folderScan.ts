import { type BigIntStats, lstatSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { setImmediate as turn } from "node:timers/promises";

import type { WatchProblem } from "../agent/checkpoints/checkpoints.ts";
import { listUnignored } from "../agent/checkpoints/folderListing.ts";
import { GitReader } from "./gitReader.ts";

/** The folders cannot be looked at within the limits. */
export class ScanProblem extends Error {
  readonly problem: WatchProblem;

  constructor(problem: WatchProblem) {
    super(problem);
    this.problem = problem;
  }
}

export interface ScanLimits {
  readonly maxFiles: number;
  /** As `performance.now()` counts. */
  readonly deadline: number;
  /** A `PATH` without folders of the workspace. */
  readonly path: string;
}

export interface Scan {
  /** Files and links that are not ignored, by their absolute path. */
  readonly files: ReadonlyMap<string, BigIntStats>;
  /** Absolute paths of what is ignored; folders with a separator at the end. */
  readonly ignored: readonly string[];
  /** The repositories that could be asked. */
  readonly repositories: readonly Repository[];
}

export interface Repository {
  readonly folder: string;
  readonly git: GitReader;
  /** The absolute path of a name that Git gives. */
  readonly pathOf: (name: string) => string;
}

/** Stats between two turns of the event loop: a few milliseconds. */
const batch = 2_000;
const maxNested = 200;
const maxIgnoreFile = 1_048_576;

/**
 * The files below folders that are not ignored, nested repositories and submodules included, each by its own rules.
 * Throws a `ScanProblem` beyond the limits.
 */
export async function scanFolders(roots: readonly string[], limits: ScanLimits): Promise<Scan> {
  const files = new Map<string, BigIntStats>();
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
    const git = await GitReader.open(folder, limits.path);
    const listed = (git && (await listByGit(git))) ?? (await listByWalk(folder, limits));
    if (performance.now() > limits.deadline) {
      throw new ScanProblem("tooSlow");
    }
    if (git) {
      repositories.push({ folder, git, pathOf: (name) => inFolder(folder, name) });
    }
    ignored.push(...listed.ignored.map((name) => inFolder(folder, name)));
    for await (const [path, found] of statsOf(folder, listed.files, limits)) {
      if (found.isDirectory()) {
        // A nested repository or a submodule.
        open.push(path);
      } else {
        files.set(path, found);
      }
    }
    if (files.size > limits.maxFiles) {
      throw new ScanProblem("tooManyFiles");
    }
  }
  return { files, ignored, repositories };
}

/** Undefined if there is nothing at the path. */
export function statOf(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    // Below what is no folder now, or not to be looked at.
    return undefined;
  }
}

async function* statsOf(
  folder: string,
  names: readonly string[],
  { deadline, maxFiles }: ScanLimits,
): AsyncGenerator<readonly [string, BigIntStats]> {
  if (names.length > maxFiles) {
    throw new ScanProblem("tooManyFiles");
  }
  for (const [index, name] of names.entries()) {
    if (index % batch === batch - 1) {
      await turn();
      if (performance.now() > deadline) {
        throw new ScanProblem("tooSlow");
      }
    }
    const path = inFolder(folder, name.replace(/\/$/u, ""));
    const found = statOf(path);
    if (found && (found.isFile() || found.isSymbolicLink() || found.isDirectory())) {
      yield [path, found];
    }
  }
}

async function listByGit(git: GitReader) {
  try {
    const [files, ignored] = await Promise.all([git.names(), git.ignored()]);
    return { files: [...new Set(files)], ignored };
  } catch {
    // Too slow, or more than fits: the folder is walked, which has limits of its own.
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
      text: async (path) => {
        const { size } = await stat(join(folder, path));
        return size > maxIgnoreFile ? undefined : await readFile(join(folder, path), "utf8");
      },
    },
    maxFiles,
  );
  if (!listing) {
    throw new ScanProblem("tooManyFiles");
  }
  return listing;
}

/** Faster than `join` for many names; keeps a separator at the end. */
function inFolder(folder: string, name: string): string {
  const inner = sep === "/" ? name : name.replaceAll("/", sep);
  return folder.endsWith(sep) ? folder + inner : folder + sep + inner;
}
