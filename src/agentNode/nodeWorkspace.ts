import { randomUUID } from "node:crypto";
import { chmod, mkdir, open, rename, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import type {
  FileProblem,
  FileText,
  LinePattern,
  MatchLimits,
  Workspace,
  WorkspacePath,
} from "../agent/tools/workspace.ts";
import { matchLines } from "./lineSearch.ts";
import { type MakeLink, giveNewName } from "./newName.ts";
import {
  type FolderRoots,
  hashOf,
  NodeFolder,
  problemOf,
  readBytes,
  rootsOf,
} from "./nodeFolder.ts";
import { hasOwnFolder } from "./realPaths.ts";
import { isCode, writeSynced } from "./syncedFile.ts";

/** The files of one folder of this machine, for a run without an editor. */
export class NodeWorkspace extends NodeFolder implements Workspace {
  readonly #makeLink: MakeLink | undefined;

  private constructor(roots: FolderRoots, makeLink: MakeLink | undefined) {
    super(roots);
    this.#makeLink = makeLink;
  }

  /** `ours` are folders of the product's own storage, which no run writes; `makeLink`: default, that of the system. */
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
    const { real } = path;
    const temporary = join(dirname(real), `.${basename(real).slice(0, 80)}.${randomUUID()}.tmp`);
    try {
      if (!(await hasOwnFolder(real))) {
        return { problem: "changed" };
      }
      if (!(await this.hasRoot())) {
        return gone;
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
      await (expected === undefined
        ? giveNewName(temporary, real, this.#makeLink)
        : rename(temporary, real));
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
        // What was written meanwhile is not in the copy.
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

/** A workspace that was deleted is not made again. */
const gone: FileProblem = { problem: "failed", detail: "the folder of the workspace is gone" };

/** The permissions of a file that may be written: replacing it would pass by a file that is read-only. */
async function modeOf(real: string): Promise<number> {
  const file = await open(real, "r+");
  try {
    return (await file.stat()).mode & 0o7777;
  } finally {
    await file.close();
  }
}
