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
 * Makes `folder` by `install` unless it exists. The work is done in a temporary folder beside it that is
 * renamed at the end, so a folder that exists is a complete one; a second process waits for the first.
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
    // Whoever held the lock before us may have done the work.
    if (!existsSync(folder)) {
      await install(temporary);
      renameSync(temporary, folder);
    }
  } finally {
    rmSync(temporary, { recursive: true, force: true });
    rmSync(lock, { force: true });
  }
}

/** A process that was killed could not clean up; we hold the lock, so nobody is at work there. */
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
    // A lock that is still empty is being written this moment.
    return holder > 0 && !isRunning(holder);
  } catch {
    // Released between our two looks at it.
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, but is another user's.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
