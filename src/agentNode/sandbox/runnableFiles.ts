import { randomUUID } from "node:crypto";
import { lstatSync, readlinkSync, realpathSync, type Stats, statSync } from "node:fs";
import { chmod, rename, symlink, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

import type { MovedPath, RunnableChange } from "../../agent/command/commands.ts";
import { changesWhatRuns, isScript } from "../../agent/trust/runningPart.ts";
import { partRunOnCommand } from "../../shared/guarded/guardedFiles.ts";
import { readRegular } from "../../sharedNode/regularFile.ts";
import { stepMs } from "../checkpoints/beforeCommand.ts";
import { moveAway } from "../checkpoints/movedAway.ts";
import { PoliteLoop } from "../files/politeLoop.ts";
import type { NestedProtected } from "./nestedProtected.ts";

/** In bytes; large workspaces have large lock files. */
const maxContent = 16_777_216;
const maxTotal = 134_217_728;
const maxHead = 200;

interface FoundFile {
  /** Empty if the file could have changed a second time within one step of the clock. */
  readonly mark: string;
  readonly mode: number;
  readonly link: string | undefined;
  /** Undefined if the file is too large or unreadable, or is no script. */
  readonly content: Buffer | undefined;
  readonly text: string;
}

export interface RunnableBefore {
  readonly files: ReadonlyMap<string, FoundFile>;
  /** True if all folders were searched: a missing path did not exist. */
  readonly isWhole: boolean;
  /** In epoch milliseconds of the disk's clock. */
  readonly at: number;
}

export class RunnableFiles {
  #known = new Map<string, FoundFile>();

  /** `at` is the time of a newly written file. */
  async before(
    { runnable, isWhole }: Pick<NestedProtected, "runnable" | "isWhole">,
    at: number,
  ): Promise<RunnableBefore> {
    const files = new Map<string, FoundFile>();
    const loop = new PoliteLoop(Number.POSITIVE_INFINITY);
    let total = 0;
    for (const path of runnable) {
      if (loop.isDue) {
        await loop.rest();
      }
      const found = lookAt(path);
      if (found) {
        const known = this.#known.get(path);
        const mark = markOf(found);
        const isFresh = at - Math.max(found.mtimeMs, found.ctimeMs) < stepMs;
        const isSame = known?.mark === mark;
        const file = isSame ? known : read(path, found, isFresh ? "" : mark, maxTotal - total);
        total += file.content?.length ?? 0;
        files.set(path, file);
      }
    }
    this.#known = files;
    return { files, isWhole, at };
  }

  async changes(
    { files, isWhole, at }: RunnableBefore,
    runnable: readonly string[],
  ): Promise<readonly RunnableChange[]> {
    const changes: RunnableChange[] = [];
    const loop = new PoliteLoop(Number.POSITIVE_INFINITY);
    for (const path of runnable) {
      if (loop.isDue) {
        await loop.rest();
      }
      const found = lookAt(path);
      const kept = files.get(path);
      const isOld = kept ? kept.mark === (found && markOf(found)) : !isWhole && isBefore(found, at);
      const change = found && !isOld ? changeOf(path, kept, found) : undefined;
      if (change) {
        changes.push(change);
      }
    }
    return changes;
  }
}

function changeOf(
  path: string,
  kept: FoundFile | undefined,
  found: Stats,
): RunnableChange | undefined {
  const { text: after, link } = read(path, found, "", maxTotal);
  const before = kept?.text;
  const isOtherLink = link !== undefined && before !== after && leadsToRun(path);
  return isOtherLink || changesWhatRuns(path, before, after) ? { path, before, after } : undefined;
}

export function filesOf({ files }: RunnableBefore): readonly string[] {
  return [...files].flatMap(([path, { link }]) => (link === undefined ? [path] : []));
}

/**
 * Restores the earlier content. A path that is new or has no stored content is moved into a new folder whose name
 * begins with `folder`.
 */
export async function putBack(
  changes: readonly RunnableChange[],
  { files }: RunnableBefore,
  folder: string,
): Promise<readonly MovedPath[]> {
  const all = await Promise.all(
    changes.map(async (change) => {
      const { path } = change;
      const kept = files.get(path);
      try {
        if (!isAsSeen(change)) {
          return [{ path, to: undefined }];
        }
        if (!kept || (kept.content === undefined && kept.link === undefined)) {
          return await moveAway([path], folder);
        }
        await write(path, kept);
        return [];
      } catch {
        // Usually a full disk.
        return [{ path, to: undefined }];
      }
    }),
  );
  return all.flat();
}

async function write(
  path: string,
  { link, mode, content = Buffer.of() }: FoundFile,
): Promise<void> {
  const temporary = `${path}.${randomUUID()}`;
  if (link === undefined) {
    await writeFile(temporary, content, { flag: "wx", mode });
    await chmod(temporary, mode);
  } else {
    await symlink(link, temporary);
  }
  await rename(temporary, path);
}

/** True if the file still has the command's content, in a folder that is no link. */
function isAsSeen({ path, after }: RunnableChange): boolean {
  const found = lookAt(path);
  const isOwn = realpathSync(dirname(path)) === dirname(path);
  return isOwn && found !== undefined && read(path, found, "", maxTotal).text === after;
}

function read(path: string, found: Stats, mark: string, room: number): FoundFile {
  const { mode, size } = found;
  const common = { mark, mode: mode & 0o7777, link: undefined, content: undefined };
  try {
    if (found.isSymbolicLink()) {
      const link = readlinkSync(path);
      return { ...common, link, text: `→ ${link}` };
    }
    const head = size > maxHead ? headOf(path) : "";
    if (size > Math.min(maxContent, room)) {
      return { ...common, text: `${head}\n… ${markOf(found)}` };
    }
    if (head !== "" && !isScript(head) && partRunOnCommand(path) === "script") {
      return { ...common, text: "" };
    }
    const content = readRegular(path, maxContent);
    return content
      ? { ...common, content, text: content.toString() }
      : { ...common, text: `… ${markOf(found)}` };
  } catch {
    return { ...common, text: `… ${markOf(found)}` };
  }
}

function leadsToRun(path: string): boolean {
  if (partRunOnCommand(path) !== "script") {
    return true;
  }
  try {
    return statSync(path).isFile() && isScript(headOf(path));
  } catch {
    return false;
  }
}

function headOf(path: string): string {
  return readRegular(path, maxHead, true)?.toString("utf8", 0, maxHead) ?? "";
}

function isBefore(found: Stats | undefined, at: number): boolean {
  return found !== undefined && Math.max(found.ctimeMs, found.mtimeMs) < at;
}

function markOf({ ino, size, mode, mtimeMs, ctimeMs }: Stats): string {
  return [ino, size, mode, mtimeMs, ctimeMs].join(" ");
}

function lookAt(path: string): Stats | undefined {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found?.isFile() || found?.isSymbolicLink() ? found : undefined;
  } catch {
    // A folder above it is missing.
    return undefined;
  }
}
