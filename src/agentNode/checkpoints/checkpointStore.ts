import { randomUUID } from "node:crypto";
import { mkdir, open, readFile } from "node:fs/promises";
import { join } from "node:path";

import type { CheckpointFiles } from "../../agent/checkpoints/checkpointFiles.ts";
import { CheckpointJournal } from "../../agent/checkpoints/checkpointJournal.ts";
import { parseCheckpointLog } from "../../agent/checkpoints/checkpointLog.ts";
import { LoggedChanges } from "../../agent/checkpoints/loggedChanges.ts";
import { ContentStore } from "../files/contentStore.ts";
import { pathOutside } from "../files/realPaths.ts";
import { GitReader } from "../processes/gitReader.ts";
import { markLive } from "./checkpointFolders.ts";
import { CommandSnapshots, type CommandSnapshotOptions } from "./commandSnapshots.ts";

export interface CheckpointStore {
  readonly journal: CheckpointJournal;
  changes(checkpointId?: string): LoggedChanges;
  /** Newest first, at most 20: short id and title. A restore does not change them. */
  commitsSince(checkpointId: string): Promise<readonly string[]>;
  watchCommands(options: CommandSnapshotOptions): CommandSnapshots;
}

export interface CheckpointPlace {
  /** A real path. */
  readonly root: string;
  readonly path: string;
}

/** Drops an unfinished last line of the log; rejects if the log is damaged before it. */
export async function openCheckpoints(
  folder: string,
  now: () => number,
  place?: CheckpointPlace,
): Promise<CheckpointStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const logFile = logFileOf(folder);
  await (await open(logFile, "a", 0o600)).close();
  const log = await readFile(logFile, "utf8");
  const { entries, isDamaged } = parseCheckpointLog(log);
  if (isDamaged) {
    throw new Error(`The log of checkpoints in ${folder} is damaged.`);
  }
  const length = Buffer.byteLength(log.slice(0, log.lastIndexOf("\n") + 1));
  const files = new StoreFiles(folder, length);
  const git = async () =>
    place && (await GitReader.open(place.root, await pathOutside(place.path, [place.root])));
  const commit = async () => await (await git())?.commit();
  const journal = new CheckpointJournal({ files, now, newId: randomUUID, commit }, entries);
  const deps = { journal, contents: files, folder: join(folder, "command"), recovery: {} };
  return {
    journal,
    commitsSince: async (id) => {
      const set = journal.checkpoints.find((checkpoint) => checkpoint.id === id)?.commit;
      return set === undefined ? [] : ((await (await git())?.commitsSince(set)) ?? []);
    },
    changes: (id) => new LoggedChanges({ journal, files }, id),
    watchCommands: (options) => new CommandSnapshots(options, deps),
  };
}

/** No other process can open them until `release`. Undefined if another process has them. */
export async function holdCheckpoints(
  folder: string,
  now: () => number,
  place?: CheckpointPlace,
): Promise<{ readonly store: CheckpointStore; readonly release: () => Promise<void> } | undefined> {
  const release = await markLive(folder);
  if (!release) {
    return undefined;
  }
  try {
    return { store: await openCheckpoints(folder, now, place), release };
  } catch (error) {
    await release();
    throw error;
  }
}

class StoreFiles extends ContentStore implements CheckpointFiles {
  readonly #logFile: string;
  /** Bytes of the log's whole lines. */
  #length: number;

  constructor(folder: string, length: number) {
    super(join(folder, "contents"));
    this.#logFile = logFileOf(folder);
    this.#length = length;
  }

  async append(lines: string, isSynced: boolean): Promise<void> {
    const bytes = Buffer.from(lines);
    const file = await open(this.#logFile, "r+");
    try {
      // Removes the remains of a failed write after the last whole line.
      await file.truncate(this.#length);
      await file.write(bytes, 0, bytes.length, this.#length);
      if (isSynced) {
        await file.datasync();
      }
    } finally {
      await file.close();
    }
    this.#length += bytes.length;
  }
}

function logFileOf(folder: string): string {
  return join(folder, "log.jsonl");
}
