import { mkdtempSync } from "node:fs";
import { lstat, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { isAlive } from "../sharedNode/liveProcess.ts";

const prefix = "ai-hub-agent-";
const namePattern = /^ai-hub-agent-(\d+)-\w{6}$/u;
const minAgeMs = 86_400_000;

/** Makes the folder in which the commands of a run have their outputs and temporary files. It has this process's number in its name. */
export function newOutputFolder(): string {
  return mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
}

/**
 * Deletes such folders in `parent` of processes that were killed. Only those of this user: others have theirs in the same
 * `/tmp`. Only those that are a day old: a process of a container that shares `/tmp` does not show here. `now` is in epoch
 * milliseconds.
 */
export async function pruneOutputFolders(parent: string, now: number): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  await Promise.all(
    names.map(async (name) => {
      const path = join(parent, name);
      if (isOfDeadProcess(name) && (await isOwnAndOld(path, now))) {
        // What cannot be deleted now is tried again after the next run.
        await rm(path, { recursive: true, force: true }).catch(() => undefined);
      }
    }),
  );
}

function isOfDeadProcess(name: string): boolean {
  const pid = namePattern.exec(name)?.[1];
  return pid !== undefined && !isAlive(Number(pid));
}

async function isOwnAndOld(path: string, now: number): Promise<boolean> {
  // Not a link, which may lead anywhere. Another window may have just deleted it.
  const found = await lstat(path).catch(() => undefined);
  return (
    found?.isDirectory() === true &&
    found.uid === (process.getuid?.() ?? found.uid) &&
    now - found.mtimeMs > minAgeMs
  );
}
