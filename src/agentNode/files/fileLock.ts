import { mkdir, rmdir, stat, utimes } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";

import { isCode } from "../../shared/base/errorCode.ts";

/** A lock without renewal for this long belongs to a dead process. */
const staleMs = 15_000;
const renewMs = 5_000;
const pollMs = 25;

/** Only one process of this user works at a time. The lock is a folder at `path`. */
export async function withFileLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  while (!(await isTaken(path))) {
    await wait(pollMs);
  }
  const renewal = setInterval(() => {
    const now = new Date();
    void utimes(path, now, now).catch(() => undefined);
  }, renewMs);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    await rmdir(path).catch(() => undefined);
  }
}

async function isTaken(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch (error) {
    if (!isCode(error, "EEXIST")) {
      throw error;
    }
  }
  try {
    if (Date.now() - (await stat(path)).mtimeMs > staleMs) {
      await rmdir(path);
    }
  } catch {
    // The other process has just released it.
  }
  return false;
}
