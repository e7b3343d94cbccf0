import {
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";

import * as z from "zod/mini";

import { codeOf } from "../../shared/base/errorCode.ts";
import { isAlive } from "../../sharedNode/liveProcess.ts";
import { timeBetween } from "../values/timeBetween.ts";
import { foreignOwnerOf } from "./privateFile.ts";

const lockSchema = z.object({
  pid: z.int(),
  nonce: z.string(),
  host: z.optional(z.string()),
});

export class DataFolderInUseError extends Error {
  readonly pid: number;

  constructor(folder: string, pid: number) {
    super(
      `The data directory ${folder} is in use by another hub (process ${pid}). ` +
        "Stop that one, or give this one its own directory with --data.",
    );
    this.name = "DataFolderInUseError";
    this.pid = pid;
  }
}

export interface DataFolder {
  readonly path: string;
  readonly release: () => void;
}

/** Milliseconds between renewals. After `staleMs` without one a lock is stale: its process id may have been reused. */
const renewalMs = 10_000;
const staleMs = 60_000;

/** Mode 0700. Replaces a stale lock, as after `kill -9`. */
export function openDataFolder(path: string, nonce: string): DataFolder {
  makePrivate(path);
  const lock = join(path, "hub.lock");
  for (let attempt = 0; !takeLock(lock, nonce); attempt += 1) {
    const owner = readLock(lock);
    if (owner && isHeld(lock, owner)) {
      throw new DataFolderInUseError(path, owner.pid);
    }
    if (attempt >= 3) {
      throw new Error(`The lock ${lock} cannot be taken: delete it if no hub runs.`);
    }
    removeStaleLock(lock, owner?.nonce);
  }
  const renewal = setInterval(() => renew(lock), renewalMs);
  renewal.unref();
  return {
    path,
    release: () => {
      clearInterval(renewal);
      if (readLock(lock)?.nonce === nonce) {
        rmSync(lock, { force: true });
      }
    },
  };
}

export function openSharedDataFolder(path: string): DataFolder {
  makePrivate(path);
  return { path, release: () => undefined };
}

/** Throws if another user owns the folder. */
function makePrivate(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const owner = foreignOwnerOf(path);
  if (owner !== undefined) {
    throw new Error(
      `The data directory ${path} belongs to another user of this machine (${owner}), who can read and change it. ` +
        "Give the hub its own with --data, run it as that user, or change the owner with chown.",
    );
  }
  chmodSync(path, 0o700);
}

/** `link` never leaves a half-written lock. */
function takeLock(path: string, nonce: string): boolean {
  const own = `${path}.${process.pid}.tmp`;
  writeFileSync(own, JSON.stringify({ pid: process.pid, nonce, host: hostname() }), {
    mode: 0o600,
  });
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") {
      return false;
    }
    throw error;
  } finally {
    rmSync(own, { force: true });
  }
}

/** Puts the lock back if another process had just replaced it. */
function removeStaleLock(path: string, staleNonce: string | undefined): void {
  const aside = `${path}.${process.pid}.stale`;
  try {
    renameSync(path, aside);
    if (readLock(aside)?.nonce !== staleNonce) {
      linkSync(aside, path);
    }
  } catch (error) {
    if (codeOf(error) !== "ENOENT" && codeOf(error) !== "EEXIST") {
      throw error;
    }
  } finally {
    rmSync(aside, { force: true });
  }
}

function renew(path: string): void {
  try {
    const now = new Date();
    utimesSync(path, now, now);
  } catch {
    // The folder was deleted; the next write reports it.
  }
}

function readLock(path: string): z.infer<typeof lockSchema> | undefined {
  try {
    const content: unknown = JSON.parse(readFileSync(path, "utf8"));
    return lockSchema.parse(content);
  } catch {
    // Deleted meanwhile, or cut by a crash: not held.
    return undefined;
  }
}

/**
 * True if the lock's process lives. Containers on one volume may both have process 1, so for another host only the
 * renewal counts.
 */
function isHeld(path: string, { pid, host = hostname() }: z.infer<typeof lockSchema>): boolean {
  const renewedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const isHere = host === hostname();
  return (
    timeBetween(renewedAt, Date.now()) < staleMs &&
    (!isHere || (pid !== process.pid && isAlive(pid)))
  );
}
