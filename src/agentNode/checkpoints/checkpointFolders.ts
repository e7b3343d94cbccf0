import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, stat, statfs, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";

import { isAlive } from "../../sharedNode/liveProcess.ts";
import { realPathOf } from "../files/realPaths.ts";
import { beginningOf } from "../processes/processBeginning.ts";

const maxAgeMs = 30 * 86_400_000;
const maxBytes = 1_073_741_824;
/** The person is asked if the disk has fewer free bytes. */
const lowBytes = 1_073_741_824;
const liveMark = /^live\.(\d{1,10})$/u;

export async function checkpointFolder(dataFolder: string, workspace: string): Promise<string> {
  const key = createHash("sha256")
    .update(await realPathOf(workspace))
    .digest("hex");
  return join(allFolder(dataFolder), key.slice(0, 32));
}

export async function runFolders(folder: string): Promise<readonly string[]> {
  const runs = await Promise.all((await namesIn(folder)).map((name) => runOf(join(folder, name))));
  return runs.toSorted((a, b) => b.changedAt - a.changedAt).map((run) => run.folder);
}

/** The result removes the mark. Undefined if another process uses the folder: two writers would damage the log. */
export async function markLive(folder: string): Promise<(() => Promise<void>) | undefined> {
  if (await isLive(folder, process.pid)) {
    return undefined;
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const mark = join(folder, `live.${process.pid}`);
  await writeFile(mark, await beginningOf(process.pid), { mode: 0o600 });
  return async () => {
    await rm(mark, { force: true });
  };
}

/** Deletes runs that ended more than 30 days ago, and the oldest ones beyond 1 GB. Skips runs of living processes. */
export async function pruneCheckpoints(
  dataFolder: string,
  now: number,
  limit = maxBytes,
): Promise<readonly string[]> {
  const all = allFolder(dataFolder);
  const workspaces = (await namesIn(all)).map((name) => join(all, name));
  const folders = await Promise.all(
    workspaces.map(async (path) => (await namesIn(path)).map((name) => join(path, name))),
  );
  const runs = await Promise.all(folders.flat().map(runOf));
  let bytes = runs.reduce((sum, run) => sum + run.bytes, 0);
  const deleted: string[] = [];
  for (const run of runs.toSorted((a, b) => a.changedAt - b.changedAt)) {
    const isOver = bytes > limit || now - run.changedAt > maxAgeMs;
    if (isOver && !(await isLive(run.folder))) {
      await rm(run.folder, { recursive: true, force: true });
      bytes -= run.bytes;
      deleted.push(run.folder);
    }
  }
  return deleted;
}

export interface SpaceQuestion {
  readonly free: number;
  readonly kept: number;
}

/** Undefined if checkpoints have at least 1 GB of free space. */
export async function spaceQuestion(
  dataFolder: string,
  low = lowBytes,
): Promise<SpaceQuestion | undefined> {
  const all = allFolder(dataFolder);
  await mkdir(all, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(all);
  const free = bavail * bsize;
  return free >= low ? undefined : { free, kept: await bytesIn(all) };
}

function allFolder(dataFolder: string): string {
  return join(dataFolder, "checkpoints");
}

async function runOf(folder: string) {
  const changedAt = await stat(join(folder, "log.jsonl")).then(
    ({ mtimeMs }) => mtimeMs,
    // A folder without a log was never used.
    () => 0,
  );
  return { folder, changedAt, bytes: await bytesIn(folder) };
}

async function isLive(folder: string, except?: number): Promise<boolean> {
  const marks = (await namesIn(folder)).filter((name) => liveMark.test(name));
  const lives = await Promise.all(marks.map((name) => isMarkLive(join(folder, name), except)));
  return lives.some(Boolean);
}

async function isMarkLive(mark: string, except: number | undefined): Promise<boolean> {
  const pid = Number(liveMark.exec(basename(mark))?.[1]);
  if (pid === except) {
    return false;
  }
  if (!isAlive(pid)) {
    return false;
  }
  // After a crash another program may have the number.
  const [began, current] = [await readFile(mark, "latin1").catch(() => ""), await beginningOf(pid)];
  return began === "" || current === "" || began === current;
}

export async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        stat(join(entry.parentPath, entry.name)).then(
          ({ size }) => size,
          // Deleted meanwhile.
          () => 0,
        ),
      ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch {
    // Nothing was stored yet.
    return [];
  }
}
