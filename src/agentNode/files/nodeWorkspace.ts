import { randomUUID } from "node:crypto";
import type { Stats } from "node:fs";
import { chmod, mkdir, open, rename, stat, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import type {
  FileProblem,
  FileText,
  LinePattern,
  MatchLimits,
  Workspace,
  WorkspacePath,
} from "../../agent/tools/base/workspace.ts";
import { isCode } from "../../shared/base/errorCode.ts";
import { hashOf } from "./contentStore.ts";
import { openInPlace, writeInPlace } from "./inPlace.ts";
import { matchLines } from "./lineSearch.ts";
import { type MakeLink, giveNewName } from "./newName.ts";
import { type FolderRoots, NodeFolder, problemOf, readBytes, rootsOf } from "./nodeFolder.ts";
import { hasOwnFolder } from "./realPaths.ts";
import { writeSynced } from "./syncedFile.ts";

export class NodeWorkspace extends NodeFolder implements Workspace {
  readonly #makeLink: MakeLink | undefined;

  private constructor(roots: FolderRoots, makeLink: MakeLink | undefined) {
    super(roots);
    this.#makeLink = makeLink;
  }

  static override async open(
    root: string,
    ours: readonly string[] = [],
    makeLink?: MakeLink,
  ): Promise<NodeWorkspace> {
    return new NodeWorkspace(await rootsOf(root, ours), makeLink);
  }

  async write(
    path: WorkspacePath,
    text: string,
    expected: string | undefined,
  ): Promise<FileText | FileProblem> {
    try {
      if (!(await hasOwnFolder(path.real))) {
        return { problem: "changed" };
      }
      if (!(await this.hasRoot())) {
        return gone;
      }
      return expected === undefined
        ? await this.#make(path, text)
        : await this.#replace(path, text, expected);
    } catch (error) {
      return isCode(error, "EEXIST") ? { problem: "changed" } : problemOf(error);
    }
  }

  async #make({ real }: WorkspacePath, text: string): Promise<FileText | FileProblem> {
    await mkdir(dirname(real), { recursive: true });
    return await beside(real, async (temporary) => {
      await writeSynced(temporary, text, 0o666);
      if (!(await this.#isStill(real, undefined)) || !(await hasOwnFolder(real))) {
        return { problem: "changed" };
      }
      await giveNewName(temporary, real, this.#makeLink);
      return { text, hash: hashOf(Buffer.from(text)) };
    });
  }

  /** Replaces the file, unless that would lose hard links, owner or permissions. */
  async #replace(
    { real }: WorkspacePath,
    text: string,
    expected: string,
  ): Promise<FileText | FileProblem> {
    const before = await statsOf(real);
    // The system lets its administrator write such a file, as in many containers.
    if ((before.mode & 0o222) === 0) {
      return readOnly;
    }
    if (before.nlink > 1) {
      return await writeThrough(real, text, expected);
    }
    return await beside(real, async (temporary) => {
      await writeSynced(temporary, text, before.mode);
      if (!(await canReplace(temporary, before))) {
        return await writeThrough(real, text, expected);
      }
      if (!(await this.#isStill(real, expected)) || !(await hasOwnFolder(real))) {
        return { problem: "changed" };
      }
      await rename(temporary, real);
      return { text, hash: hashOf(Buffer.from(text)) };
    });
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
      if (!(await this.hasRoot())) {
        return gone;
      }
      await mkdir(dirname(to.real), { recursive: true });
      const isStill = await this.#isStill(from.real, expected);
      if (!isStill || !(await hasOwnFolder(from.real)) || !(await hasOwnFolder(to.real))) {
        return { problem: "changed" };
      }
      const way = await giveNewName(from.real, to.real, this.#makeLink);
      if (way === "copied" && !(await this.#isStill(from.real, expected))) {
        await unlink(to.real);
        return { problem: "changed" };
      }
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

  matchLines(
    pattern: LinePattern,
    texts: readonly string[],
    limits: MatchLimits,
  ): Promise<readonly (readonly number[])[] | undefined> {
    return matchLines(pattern, texts, limits);
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

/** A deleted workspace is not created again. */
const gone: FileProblem = { problem: "failed", detail: "the folder of the workspace is gone" };

const readOnly: FileProblem = {
  problem: "failed",
  detail: "the file is read-only. Ask the person to make it writable.",
};

async function beside<T>(real: string, use: (temporary: string) => Promise<T>): Promise<T> {
  const temporary = join(dirname(real), `.${basename(real).slice(0, 80)}.${randomUUID()}.tmp`);
  try {
    return await use(temporary);
  } finally {
    await unlink(temporary).catch(() => undefined);
  }
}

/** Writes into the opened file, so that a link that replaces it is not followed. */
async function writeThrough(
  real: string,
  text: string,
  expected: string,
): Promise<FileText | FileProblem> {
  const file = await openInPlace(real);
  try {
    const before = await file.readFile();
    if (hashOf(before) !== expected || !(await hasOwnFolder(real))) {
      return { problem: "changed" };
    }
    const after = Buffer.from(text);
    await writeInPlace(file, before, after);
    return { text, hash: hashOf(after) };
  } finally {
    await file.close();
  }
}

type FileStats = Pick<Stats, "mode" | "nlink" | "uid" | "gid">;

/** Rejects for a read-only file: a replacement would bypass the mark. `mode` has the permissions alone. */
async function statsOf(real: string): Promise<FileStats> {
  const file = await open(real, "r+");
  try {
    const { mode, nlink, uid, gid } = await file.stat();
    return { mode: mode & 0o7777, nlink, uid, gid };
  } finally {
    await file.close();
  }
}

async function canReplace(made: string, { mode, uid, gid }: FileStats): Promise<boolean> {
  // The umask removes permissions from a new file. Some file systems have none.
  await chmod(made, mode).catch(() => undefined);
  const found = await stat(made);
  return (found.mode & 0o7777) === mode && found.uid === uid && found.gid === gid;
}
