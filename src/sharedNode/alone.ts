import { lstat, mkdir, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { isCode } from "../shared/base/errorCode.ts";
import { isAlive } from "./liveProcess.ts";
import { regularText } from "./regularFile.ts";

const retryMs = 100;
/** The age of a lock file after which its process counts as ended: another program may have its number. */
const deadMs = 60_000;

const maxPid = 20;

/** Runs work while no other process of this machine runs work under the same path. */
export async function alone<T>(path: string, work: () => Promise<T>): Promise<T> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  while (!(await take(path))) {
    await wait(retryMs);
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function take(path: string): Promise<boolean> {
  try {
    await writeFile(path, String(process.pid), { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (!isCode(error, "EEXIST")) {
      throw error;
    }
  }
  if (await isDead(path)) {
    await rm(path, { force: true });
  }
  return false;
}

async function isDead(path: string): Promise<boolean> {
  try {
    const found = await lstat(path);
    // A lock is a file: a pipe or a link in its place locks nothing.
    if (!found.isFile()) {
      return true;
    }
    const pid = Number(regularText(path, maxPid));
    const { mtimeMs } = found;
    return Date.now() - mtimeMs > deadMs || (pid > 0 && !isAlive(pid));
  } catch {
    // The holder has just released it.
    return false;
  }
}
