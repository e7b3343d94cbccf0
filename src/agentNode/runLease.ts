import { createHash, randomUUID } from "node:crypto";
import {
  access,
  constants,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";

import * as z from "zod/mini";

import { parseJson } from "../shared/json.ts";
import { isAlive } from "../sharedNode/liveProcess.ts";
import { withFileLock } from "./fileLock.ts";
import { endDeadCommands, type LeftCommand } from "./liveCommands.ts";
import { beginningOf } from "./processBeginning.ts";
import { signalTree } from "./processTree.ts";

const leaseSchema = z.object({
  pid: z.number(),
  /** When the process began, as the system counts; empty where it does not say. */
  began: z.string(),
  runId: z.string(),
  /** Epoch milliseconds of the last sign of life. */
  beatAt: z.number(),
});
type Lease = z.infer<typeof leaseSchema>;

const beatMs = 5_000;
/** A lease without a sign of life for this long holds nothing, even if its process number is in use. */
const staleMs = 30_000;

export interface HeldLease {
  /** Commands of processes that died, which may still run and could not be told from other processes. */
  readonly left?: readonly LeftCommand[];
  release(): Promise<void>;
}

/**
 * Takes the right to run on a folder, which one process of this machine has at a time. What a process that died left
 * running is ended first. `folder` is the real path; `runId` marks the run's processes.
 *
 * @returns undefined if another process works there.
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
    const other = await readLease(file);
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
    // A missed beat is made up by the next one.
    beating = beating.then(() => write(file, runId, now())).catch(() => undefined);
  }, beatMs);
  timer.unref();
  return {
    left,
    release: async () => {
      clearInterval(timer);
      // A beat that is still being written would bring the file back.
      await beating;
      await rm(file, { force: true });
    },
  };
}

/**
 * Marks that commands of a run go on after it: if this process dies, whoever takes a lease next ends them. Other runs may
 * work on the folder meanwhile. Release it when they have ended.
 */
export async function markLeft(storage: string, runId: string): Promise<HeldLease> {
  const file = join(await leasesFolder(storage), leftPrefix + nameOf(runId));
  await write(file, runId, Date.now());
  return { release: () => rm(file, { force: true }) };
}

const leftPrefix = "left-";

/** Ends what processes that died left running after their runs. */
async function endLeft(storage: string): Promise<void> {
  const folder = await leasesFolder(storage);
  const names = (await readdir(folder)).filter((name) => name.startsWith(leftPrefix));
  for (const file of names.map((name) => join(folder, name))) {
    const left = await readLease(file);
    // Nobody beats here: where the system does not say when a process began, its number alone counts.
    if (left && !(await isHeld(left, left.beatAt))) {
      await signalTree({ leader: undefined, mark: left.runId }, "SIGKILL");
      await rm(file, { force: true });
    }
  }
}

async function leaseFile(storage: string, folder: string): Promise<string> {
  return join(await leasesFolder(storage), nameOf(folder));
}

/** Where running commands are noted, by systems on which processes carry no mark that others can read. */
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
    // On a read-only disk Node says of a folder that it makes with its parents that it does not exist.
    await access(storage, constants.W_OK);
    throw error;
  }
  return leases;
}

function nameOf(key: string): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 32);
}

async function readLease(file: string): Promise<Lease | undefined> {
  try {
    return leaseSchema.safeParse(parseJson(await readFile(file, "utf8"))).data;
  } catch {
    // Nobody has it.
    return undefined;
  }
}

async function write(file: string, runId: string, beatAt: number): Promise<void> {
  const lease: Lease = { pid: process.pid, began: await beginningOf(process.pid), runId, beatAt };
  const temporary = `${file}.${randomUUID()}.tmp`;
  await writeFile(temporary, JSON.stringify(lease), { mode: 0o600 });
  await rename(temporary, file);
}

/** Whether the process of a lease still lives: its number may be another's by now. */
async function isHeld({ pid, began, beatAt }: Lease, now: number): Promise<boolean> {
  if (!isAlive(pid)) {
    return false;
  }
  const current = await beginningOf(pid);
  return began !== "" && current !== "" ? began === current : now - beatAt < staleMs;
}
