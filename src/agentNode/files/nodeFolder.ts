import { lstat, open, readdir, realpath, stat } from "node:fs/promises";
import { isAbsolute, relative, resolve, sep } from "node:path";

import type {
  FileProblem,
  FileText,
  FolderEntry,
  Workspace,
  WorkspacePath,
} from "../../agent/tools/base/workspace.ts";
import { codeOf, isCode } from "../../shared/base/errorCode.ts";
import { hashOf } from "./contentStore.ts";
import { isBelow, realPathOf } from "./realPaths.ts";

const maxBytes = 2 * 1024 * 1024;

export class NodeFolder implements Pick<Workspace, "root" | "locate" | "read" | "entries"> {
  readonly root: string;
  readonly #realRoot: string;
  readonly #ours: readonly string[];

  protected constructor({ root, realRoot, ours }: FolderRoots) {
    this.root = root;
    this.#realRoot = realRoot;
    this.#ours = ours;
  }

  static async open(root: string): Promise<NodeFolder> {
    return new NodeFolder(await rootsOf(root, []));
  }

  async locate(path: string): Promise<WorkspacePath> {
    const named = isAbsolute(path) ? resolve(path) : resolve(this.root, path);
    const real = await realPathOf(named);
    const isInside = isBelow(this.#realRoot, real);
    const shown = shownIn(this.#realRoot, real);
    // The folder itself may be a link; the run's paths do not show it.
    const given = shownIn(isBelow(this.root, named) ? this.root : this.#realRoot, named);
    return {
      named,
      real,
      isInside,
      isOurs: this.#ours.some((folder) => isBelow(folder, real)),
      shown,
      ...(given !== shown && { link: given }),
      ...(await factsOf(real)),
    };
  }

  async read({ real }: WorkspacePath): Promise<FileText | FileProblem> {
    try {
      return textOf(await readBytes(real));
    } catch (error) {
      return problemOf(error);
    }
  }

  protected async hasRoot(): Promise<boolean> {
    return (await factsOf(this.#realRoot)).kind === "folder";
  }

  async entries({ real }: WorkspacePath): Promise<readonly FolderEntry[]> {
    try {
      const found = await readdir(real, { withFileTypes: true });
      return found
        .filter((entry) => entry.isFile() || entry.isDirectory())
        .map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1));
    } catch {
      // An unreadable folder has nothing to show.
      return [];
    }
  }
}

export interface FolderRoots {
  readonly root: string;
  readonly realRoot: string;
  readonly ours: readonly string[];
}

export async function rootsOf(root: string, ours: readonly string[]): Promise<FolderRoots> {
  const folder = resolve(root);
  const realOurs = await Promise.all(ours.map((path) => realPathOf(resolve(path))));
  return { root: folder, realRoot: await realpath(folder), ours: realOurs };
}

function shownIn(folder: string, path: string): string {
  return isBelow(folder, path) ? relative(folder, path).split(sep).join("/") || "." : path;
}

async function factsOf(real: string): Promise<Pick<WorkspacePath, "kind" | "hasOtherNames">> {
  try {
    const found = await lstat(real);
    if (found.isFile()) {
      return { kind: "file", ...(found.nlink > 1 && { hasOtherNames: true }) };
    }
    return { kind: found.isDirectory() ? "folder" : "other" };
  } catch (error) {
    return { kind: isCode(error, "ENOENT") || isCode(error, "ENOTDIR") ? "missing" : "other" };
  }
}

class ReadProblem extends Error {
  readonly problem: FileProblem["problem"];

  constructor(problem: FileProblem["problem"]) {
    super(problem);
    this.problem = problem;
  }
}

export async function readBytes(path: string): Promise<Buffer> {
  const found = await stat(path);
  if (!found.isFile()) {
    throw new ReadProblem("notAFile");
  }
  if (found.size > maxBytes) {
    throw new ReadProblem("tooLarge");
  }
  const file = await open(path, "r");
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}

function textOf(bytes: Buffer): FileText | FileProblem {
  if (bytes.includes(0)) {
    return { problem: "binary" };
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return { text, hash: hashOf(bytes) };
  } catch {
    // Not UTF-8: writing it back would change every other byte.
    return { problem: "notUtf8" };
  }
}

export function problemOf(error: unknown): FileProblem {
  if (error instanceof ReadProblem) {
    return { problem: error.problem };
  }
  if (isCode(error, "ENOENT")) {
    return { problem: "missing" };
  }
  const detail = codeOf(error) ?? "unknown reason";
  return { problem: "failed", detail };
}
