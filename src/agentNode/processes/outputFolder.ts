import { mkdtempSync } from "node:fs";
import { lstat, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { isAlive } from "../../sharedNode/liveProcess.ts";

const prefix = "ai-hub-agent-";
const namePattern = /^ai-hub-agent-(\d+)-\w{6}$/u;
const minAgeMs = 86_400_000;

/**
 * Creates the folder for the outputs and temporary files of a run's commands. Its name contains this process's number.
 */
export function newOutputFolder(): string {
  return mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
}

/**
 * Deletes such folders in `parent` of killed processes: only this user's, and only after a day, because a container
 * that shares `/tmp` hides its processes. `now` is in epoch milliseconds.
 */
export async function pruneOutputFolders(parent: string, now: number): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  await Promise.all(
    names.map(async (name) => {
      const path = join(parent, name);
      if (isOfDeadProcess(name) && (await isOwnAndOld(path, now))) {
        // Tried again after the next run.
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
  // Not a link, which may lead anywhere. Another window may have deleted it.
  const found = await lstat(path).catch(() => undefined);
  return (
    found?.isDirectory() === true &&
    found.uid === (process.getuid?.() ?? found.uid) &&
    now - found.mtimeMs > minAgeMs
  );
}
