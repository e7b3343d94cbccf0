import * as z from "zod/mini";

import type { Clock } from "../../../shared/base/clock.ts";
import { isCode } from "../../../shared/base/errorCode.ts";
import { parseJson } from "../../../shared/base/json.ts";
import type { SellerEnvironment } from "../../client/environment.ts";

export const importLocksFolder = "seller-imports";

const holderSchema = z.object({
  id: z.string().check(z.maxLength(100)),
  file: z.string().check(z.maxLength(1_000)),
  pid: z.int(),
  machine: z.string().check(z.maxLength(300)),
  since: z.number(),
});

export type ImportHolder = Readonly<z.infer<typeof holderSchema>>;

export interface LockFiles {
  mkdir(path: string, options: { recursive: true; mode: number }): Promise<unknown>;
  writeFile(path: string, text: string, options: { flag: "wx"; mode: number }): Promise<void>;
  readFile(path: string, encoding: "utf8"): Promise<string>;
  stat(path: string): Promise<{ readonly mtimeMs: number }>;
  utimes(path: string, accessed: Date, modified: Date): Promise<void>;
  rm(path: string, options: { force: true }): Promise<void>;
}

export interface LockDeps {
  readonly files: LockFiles;
  readonly folder: string;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly pid: number;
  readonly machine: string;
  readonly isAlive: (pid: number) => boolean;
}

type LockResult =
  | { readonly ok: true; readonly release: () => Promise<void> }
  | { readonly ok: false; readonly holder: ImportHolder };

const touchMs = 20_000;
/** After this time without a touch, another machine's lock is dead: its processes cannot be checked. */
const deadMs = 120_000;
/** After this time the lock is dead in any case: the process id may have been reused. */
const reusedMs = 600_000;

/**
 * Prevents concurrent imports into an environment. Takes over the lock of an ended process. Rejects if the folder
 * cannot be written.
 */
export async function takeImportLock(
  deps: LockDeps,
  { baseUrl, codigoSeller }: Pick<SellerEnvironment, "baseUrl" | "codigoSeller">,
  file: string,
): Promise<LockResult> {
  const { files, folder, clock, newId, pid, machine } = deps;
  const name = encodeURIComponent(`${codigoSeller} ${baseUrl}`).slice(0, 200);
  const path = `${folder}/${name}.lock`;
  const own: ImportHolder = {
    id: newId(),
    file: file.slice(0, 1_000),
    pid,
    machine,
    since: clock.now(),
  };
  await files.mkdir(folder, { recursive: true, mode: 0o700 });
  for (let tries = 1; tries <= maxTries; tries += 1) {
    if (await isCreated(files, path, own)) {
      return { ok: true, release: held(deps, path, own.id) };
    }
    const holder = await holderOf(files, path);
    const isGone = (await ageOf(deps, path)) === undefined;
    if (!isGone && !(await isDead(deps, path, holder))) {
      return { ok: false, holder: holder ?? { ...own, file: "?", pid: 0 } };
    }
    if (!isGone && !(await isTakenAway(deps, path, own))) {
      return { ok: false, holder: { ...own, file: "?", pid: 0 } };
    }
  }
  throw new Error("The lock of imports cannot be taken");
}

/** The most tries, because other programs may take over a dead lock at the same time. */
const maxTries = 5;

async function isCreated(files: LockFiles, path: string, own: ImportHolder): Promise<boolean> {
  try {
    await files.writeFile(path, JSON.stringify(own), { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (isCode(error, "EEXIST")) {
      return false;
    }
    throw error;
  }
}

/** True if the lock's program has ended. False if the lock is gone, because another program may have a new one. */
async function isDead(
  deps: LockDeps,
  path: string,
  holder: ImportHolder | undefined,
): Promise<boolean> {
  const age = (await ageOf(deps, path)) ?? 0;
  return holder?.machine === deps.machine
    ? age > reusedMs || (age > 0 && !deps.isAlive(holder.pid))
    : age > deadMs;
}

async function ageOf({ files, clock }: LockDeps, path: string): Promise<number | undefined> {
  const stats = await files.stat(path).catch(() => undefined);
  return stats && Math.max(1, clock.now() - stats.mtimeMs);
}

/**
 * Only one program at a time may check and remove a dead lock, or it could remove a quicker program's new lock. False
 * if another program is doing so.
 */
async function isTakenAway(deps: LockDeps, path: string, own: ImportHolder): Promise<boolean> {
  const { files } = deps;
  const guard = `${path}.taking`;
  if (!(await isCreated(files, guard, own))) {
    const isStale = await isDead(deps, guard, await holderOf(files, guard));
    if (isStale) {
      await files.rm(guard, { force: true });
    }
    return isStale;
  }
  try {
    if (await isDead(deps, path, await holderOf(files, path))) {
      await files.rm(path, { force: true });
    }
    return true;
  } finally {
    await files.rm(guard, { force: true });
  }
}

async function holderOf(files: LockFiles, path: string): Promise<ImportHolder | undefined> {
  const text = await files.readFile(path, "utf8").catch(() => "");
  return holderSchema.safeParse(parseJson(text)).data;
}

function held({ files, clock }: LockDeps, path: string, id: string): () => Promise<void> {
  let cancel: (() => void) | undefined;
  const touch = (): void => {
    const now = new Date(clock.now());
    // A lock that cannot be touched is at worst taken over.
    void files.utimes(path, now, now).catch(() => undefined);
    cancel = clock.startTimer(touch, touchMs);
  };
  cancel = clock.startTimer(touch, touchMs);
  return async () => {
    cancel?.();
    if ((await holderOf(files, path))?.id === id) {
      await files.rm(path, { force: true });
    }
  };
}
