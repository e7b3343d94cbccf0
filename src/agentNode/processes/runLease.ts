import { createHash, randomUUID } from "node:crypto";
import { access, constants, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import * as z from "zod/mini";

import { parseJson } from "../../shared/base/json.ts";
import { isAlive } from "../../sharedNode/liveProcess.ts";
import { regularText } from "../../sharedNode/regularFile.ts";
import { withFileLock } from "../files/fileLock.ts";
import { endDeadCommands, type LeftCommand } from "./liveCommands.ts";
import { beginningOf } from "./processBeginning.ts";
import { signalTree } from "./processTree.ts";

const leaseSchema = z.object({
  pid: z.number(),
  began: z.string(),
  runId: z.string(),
  /** Epoch milliseconds. */
  beatAt: z.number(),
});
type Lease = z.infer<typeof leaseSchema>;

const maxBytes = 65_536;
const beatMs = 5_000;
/** A lease without a heartbeat for this long is void, even if its process number is in use. */
const staleMs = 30_000;

export interface HeldLease {
  readonly left?: readonly LeftCommand[];
  release(): Promise<void>;
}

/**
 * Reserves a folder (a real path) for the runs of this process. First ends leftovers of a dead process.
 *
 * @returns undefined if another process holds the folder.
 */
export async function takeLease(
  { storage, folder }: { readonly storage: string; readonly folder: string },
  runId: string,
  now: () => number,
): Promise<HeldLease | undefined> {
  await endLeft(storage);
  const left = await endDeadCommands(leasesPath(storage));
  const file = await leaseFile(storage, folder);
  const taken = await withFileLock(`${file}.lock`, async () => {
    const other = readLease(file);
    if (other && (await isHeld(other, now()))) {
      return false;
    }
    if (other) {
      await signalTree({ leader: undefined, mark: other.runId }, "SIGKILL");
    }
    await write(file, runId, now());
    return true;
  });
  if (!taken) {
    return undefined;
  }
  let beating: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    // The next heartbeat makes up for a missed one.
    beating = beating.then(() => write(file, runId, now())).catch(() => undefined);
  }, beatMs);
  timer.unref();
  return {
    left,
    release: async () => {
      clearInterval(timer);
      await beating;
      await rm(file, { force: true });
    },
  };
}

/**
 * Reports that the run's commands continue after it: if this process dies, the next lease ends them. Release it when
 * they have ended.
 */
export async function markLeft(storage: string, runId: string): Promise<HeldLease> {
  const file = join(await leasesFolder(storage), leftPrefix + nameOf(runId));
  await write(file, runId, Date.now());
  return { release: () => rm(file, { force: true }) };
}

const leftPrefix = "left-";

async function endLeft(storage: string): Promise<void> {
  const folder = await leasesFolder(storage);
  const names = (await readdir(folder)).filter((name) => name.startsWith(leftPrefix));
  for (const file of names.map((name) => join(folder, name))) {
    const left = readLease(file);
    // `left` has no heartbeat: without a start time its process number alone counts.
    if (left && !(await isHeld(left, left.beatAt))) {
      await signalTree({ leader: undefined, mark: left.runId }, "SIGKILL");
      await rm(file, { force: true });
    }
  }
}

async function leaseFile(storage: string, folder: string): Promise<string> {
  return join(await leasesFolder(storage), nameOf(folder));
}

/** Undefined on systems where a process can read the environment of other processes. */
export function commandNotesFolder(storage: string): string | undefined {
  return process.platform === "linux" ? undefined : leasesPath(storage);
}

function leasesPath(storage: string): string {
  return join(storage, "leases");
}

async function leasesFolder(storage: string): Promise<string> {
  const leases = leasesPath(storage);
  try {
    await mkdir(leases, { recursive: true, mode: 0o700 });
  } catch (error) {
    // On a read-only disk Node reports ENOENT for a folder that it creates with its parents.
    await access(storage, constants.W_OK);
    throw error;
  }
  return leases;
}

function nameOf(key: string): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 32);
}

function readLease(file: string): Lease | undefined {
  // Without a text, no process holds the lease.
  return leaseSchema.safeParse(parseJson(regularText(file, maxBytes) ?? "")).data;
}

async function write(file: string, runId: string, beatAt: number): Promise<void> {
  const lease: Lease = { pid: process.pid, began: await beginningOf(process.pid), runId, beatAt };
  const temporary = `${file}.${randomUUID()}.tmp`;
  await writeFile(temporary, JSON.stringify(lease), { mode: 0o600 });
  await rename(temporary, file);
}

/** False if another process has the number now. */
async function isHeld({ pid, began, beatAt }: Lease, now: number): Promise<boolean> {
  if (!isAlive(pid)) {
    return false;
  }
  const current = await beginningOf(pid);
  return began !== "" && current !== "" ? began === current : now - beatAt < staleMs;
}
