import { createHash, randomUUID } from "node:crypto";
import {
  chmod,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  realpath,
  rename,
  stat,
  unlink,
} from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

import type {
  FileProblem,
  FileText,
  FolderEntry,
  LinePattern,
  Workspace,
  WorkspacePath,
} from "../agent/tools/workspace.ts";
import { matchLines } from "./lineSearch.ts";
import { hasOwnFolder, isBelow, realPathOf } from "./realPaths.ts";
import { isCode, writeSynced } from "./syncedFile.ts";

const maxBytes = 2 * 1024 * 1024;
const maxEntries = 20_000;

/** The files of one folder of this machine, for a run without an editor. */
export class NodeWorkspace implements Workspace {
  readonly root: string;
  readonly #realRoot: string;
  readonly #ours: readonly string[];

  private constructor(root: string, realRoot: string, ours: readonly string[]) {
    this.root = root;
    this.#realRoot = realRoot;
    this.#ours = ours;
  }

  /** `ours` are folders of the product's own storage, which no run writes. */
  static async open(root: string, ours: readonly string[] = []): Promise<NodeWorkspace> {
    const folder = resolve(root);
    const realOurs = await Promise.all(ours.map((path) => realPathOf(resolve(path))));
    return new NodeWorkspace(folder, await realpath(folder), realOurs);
  }

  async locate(path: string): Promise<WorkspacePath> {
    const named = isAbsolute(path) ? resolve(path) : resolve(this.root, path);
    const real = await realPathOf(named);
    const isInside = isBelow(this.#realRoot, real);
    const inner = relative(this.#realRoot, real).split(sep).join("/");
    return {
      named,
      real,
      isInside,
      isOurs: this.#ours.some((folder) => isBelow(folder, real)),
      shown: isInside ? inner || "." : real,
      kind: await kindOf(real),
    };
  }

  async read({ real }: WorkspacePath): Promise<FileText | FileProblem> {
    try {
      return textOf(await readBytes(real));
    } catch (error) {
      return problemOf(error);
    }
  }

  async write(
    path: WorkspacePath,
    text: string,
    expected: string | undefined,
  ): Promise<FileText | FileProblem> {
    const { real } = path;
    const temporary = join(dirname(real), `.${basename(real).slice(0, 80)}.${randomUUID()}.tmp`);
    try {
      if (!(await hasOwnFolder(real))) {
        return { problem: "changed" };
      }
      await mkdir(dirname(real), { recursive: true });
      const mode = expected === undefined ? undefined : await modeOf(real);
      await writeSynced(temporary, text, mode ?? 0o666);
      if (mode !== undefined) {
        // The system takes the umask's bits away from a file that is made.
        await chmod(temporary, mode);
      }
      if (!(await this.#isStill(real, expected)) || !(await hasOwnFolder(real))) {
        return { problem: "changed" };
      }
      await (expected === undefined ? link(temporary, real) : rename(temporary, real));
      return { text, hash: hashOf(Buffer.from(text)) };
    } catch (error) {
      return isCode(error, "EEXIST") ? { problem: "changed" } : problemOf(error);
    } finally {
      await unlink(temporary).catch(() => undefined);
    }
  }

  async move(
    from: WorkspacePath,
    to: WorkspacePath,
    expected: string,
  ): Promise<FileProblem | undefined> {
    try {
      if (!(await hasOwnFolder(to.real))) {
        return { problem: "changed" };
      }
      await mkdir(dirname(to.real), { recursive: true });
      const isStill = await this.#isStill(from.real, expected);
      if (!isStill || !(await hasOwnFolder(from.real)) || !(await hasOwnFolder(to.real))) {
        return { problem: "changed" };
      }
      // A link fails if something is at the new place; a rename would replace it.
      await link(from.real, to.real);
      await unlink(from.real);
      return undefined;
    } catch (error) {
      return isCode(error, "EEXIST") ? { problem: "changed" } : problemOf(error);
    }
  }

  async remove({ real }: WorkspacePath, expected: string): Promise<FileProblem | undefined> {
    try {
      if (!(await this.#isStill(real, expected)) || !(await hasOwnFolder(real))) {
        return { problem: "changed" };
      }
      await unlink(real);
      return undefined;
    } catch (error) {
      return problemOf(error);
    }
  }

  async entries({ real }: WorkspacePath): Promise<readonly FolderEntry[]> {
    try {
      const found = await readdir(real, { withFileTypes: true });
      return found
        .filter((entry) => entry.isFile() || entry.isDirectory())
        .slice(0, maxEntries)
        .map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1));
    } catch {
      // A folder that cannot be read has nothing to show.
      return [];
    }
  }

  matchLines(
    pattern: LinePattern,
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly (readonly number[])[] | undefined> {
    return matchLines(pattern, texts, signal);
  }

  async #isStill(real: string, expected: string | undefined): Promise<boolean> {
    try {
      return hashOf(await readBytes(real)) === expected;
    } catch (error) {
      if (isCode(error, "ENOENT")) {
        return expected === undefined;
      }
      throw error;
    }
  }
}

async function kindOf(real: string): Promise<WorkspacePath["kind"]> {
  try {
    const found = await lstat(real);
    return found.isFile() ? "file" : found.isDirectory() ? "folder" : "other";
  } catch (error) {
    return isCode(error, "ENOENT") || isCode(error, "ENOTDIR") ? "missing" : "other";
  }
}

/** The permissions of a file that may be written: replacing it would pass by a file that is read-only. */
async function modeOf(real: string): Promise<number> {
  const file = await open(real, "r+");
  try {
    return (await file.stat()).mode & 0o7777;
  } finally {
    await file.close();
  }
}

class ReadProblem extends Error {
  readonly problem: FileProblem["problem"];

  constructor(problem: FileProblem["problem"]) {
    super(problem);
    this.problem = problem;
  }
}

async function readBytes(path: string): Promise<Buffer> {
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

function hashOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function problemOf(error: unknown): FileProblem {
  if (error instanceof ReadProblem) {
    return { problem: error.problem };
  }
  if (isCode(error, "ENOENT")) {
    return { problem: "missing" };
  }
  const detail = error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
  return { problem: "failed", detail };
}
