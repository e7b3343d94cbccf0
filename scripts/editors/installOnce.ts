import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const lockPollMs = 1_000;

/**
 * Creates `folder` by `install` unless it exists. Works in a temporary folder beside it and renames
 * that at the end, so an existing folder is always complete. A second process waits for the first.
 */
export async function installOnce(
  folder: string,
  install: (temporary: string) => Promise<void>,
): Promise<void> {
  if (existsSync(folder)) {
    return;
  }
  mkdirSync(dirname(folder), { recursive: true });
  const lock = `${folder}.lock`;
  await takeLock(lock, basename(folder));
  removeRemains(folder);
  const temporary = mkdtempSync(`${folder}.part-`);
  try {
    // The previous holder of the lock may have installed it.
    if (!existsSync(folder)) {
      await install(temporary);
      renameSync(temporary, folder);
    }
  } finally {
    rmSync(temporary, { recursive: true, force: true });
    rmSync(lock, { force: true });
  }
}

/** Deletes leftovers of killed processes. We hold the lock, so no other process works there. */
function removeRemains(folder: string): void {
  const parent = dirname(folder);
  for (const name of readdirSync(parent)) {
    if (name.startsWith(`${basename(folder)}.part-`)) {
      rmSync(join(parent, name), { recursive: true, force: true });
    }
  }
}

async function takeLock(lock: string, name: string): Promise<void> {
  let hasToldToWait = false;
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: "wx" });
      return;
    } catch (error) {
      if (!existsSync(lock)) {
        throw new Error(`Cannot write ${lock}`, { cause: error });
      }
    }
    if (isAbandoned(lock)) {
      rmSync(lock, { force: true });
    } else {
      if (!hasToldToWait) {
        console.log(`Another process is installing ${name}; waiting for it …`);
        hasToldToWait = true;
      }
      await delay(lockPollMs);
    }
  }
}

function isAbandoned(lock: string): boolean {
  try {
    const holder = Number(readFileSync(lock, "utf8"));
    // An empty lock is being written at this moment.
    return holder > 0 && !isRunning(holder);
  } catch {
    // Released between the failed attempt and this read.
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, as another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
