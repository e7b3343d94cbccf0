import { mkdtempSync } from "node:fs";
import { lstat, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { isAlive } from "../../sharedNode/liveProcess.ts";

const prefix = "ai-hub-agent-";
const namePattern = /^ai-hub-agent-(\d+)-\w{6}$/u;
const minAgeMs = 86_400_000;

export function newOutputFolder(): string {
  return mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
}

/**
 * Deletes only this user's folders of killed processes, after a day: a container that shares `/tmp` hides its
 * processes.
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
  // A link may lead anywhere.
  const found = await lstat(path).catch(() => undefined);
  return (
    found?.isDirectory() === true &&
    found.uid === (process.getuid?.() ?? found.uid) &&
    now - found.mtimeMs > minAgeMs
  );
}
