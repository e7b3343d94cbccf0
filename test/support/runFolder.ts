import { spawnSync } from "node:child_process";
import {
  accessSync,
  chmodSync,
  constants,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

const memory = "/dev/shm";
/** More than a run leaves at the same time; a container's 64 MB are too few. */
const neededBytes = 2_000_000_000;
const prefix = "ai-hub-";

/**
 * Vitest's set-up of a run: its temporary files are in a folder of its own, which goes with it. The folder is in
 * memory where there is room: databases and journals sync the disk all the time, which is most of what their tests
 * would wait for.
 */
export function setup(): () => void {
  if (isOurs(tmpdir())) {
    // Another project of the same run was first.
    return () => undefined;
  }
  removeAbandoned();
  const folder = mkdtempSync(join(canUseMemory() ? memory : tmpdir(), `${prefix}${process.pid}-`));
  // PostgreSQL runs as another user, in a folder of its own below.
  chmodSync(folder, 0o711);
  const before = process.env["TMPDIR"];
  process.env["TMPDIR"] = folder;
  return () => {
    if (before === undefined) {
      delete process.env["TMPDIR"];
    } else {
      process.env["TMPDIR"] = before;
    }
    rmSync(folder, { recursive: true, force: true });
  };
}

function canUseMemory(): boolean {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize > neededBytes && canRunPrograms();
  } catch {
    // Only Linux has it.
    return false;
  }
}

/** Containers forbid to run what is in memory. */
function canRunPrograms(): boolean {
  const folder = mkdtempSync(join(memory, prefix));
  try {
    const program = join(folder, "true");
    writeFileSync(program, "#!/bin/sh\n", { mode: 0o700 });
    return spawnSync(program).status === 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Removes the folders of runs that were killed: memory is scarcer than the disk. */
function removeAbandoned(): void {
  for (const place of [memory, tmpdir()]) {
    for (const name of namesIn(place)) {
      const pid = ownerOf(name);
      if (pid !== undefined && !isRunning(pid)) {
        remove(join(place, name));
      }
    }
  }
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // It is another person's.
  }
}

function isOurs(folder: string): boolean {
  return ownerOf(basename(folder)) === process.pid;
}

/** The process whose run has the folder of this name. */
function ownerOf(name: string): number | undefined {
  const pid = new RegExp(`^${prefix}(\\d+)-`, "u").exec(name)?.[1];
  return pid === undefined ? undefined : Number(pid);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process is one, too.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
