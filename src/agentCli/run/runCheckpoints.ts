import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";

import type { ChangedFile, ChangeTexts } from "../../agent/checkpoints/runChanges.ts";
import {
  checkpointFolder,
  pruneCheckpoints,
  runFolders,
  spaceQuestion,
} from "../../agentNode/checkpoints/checkpointFolders.ts";
import {
  type CheckpointPlace,
  type CheckpointStore,
  holdCheckpoints,
  openCheckpoints,
} from "../../agentNode/checkpoints/checkpointStore.ts";
import type { CommandSnapshots } from "../../agentNode/checkpoints/commandSnapshots.ts";
import { trustedTime } from "../../agentNode/files/ageClockFile.ts";
import { dataFolder } from "../../sharedNode/dataFolder.ts";

export interface RunCheckpoints extends CheckpointStore {
  readonly watch: CommandSnapshots;
  /** Also deletes old or excessive checkpoints. */
  close(): Promise<void>;
}

/** Stored under the first folder. `folders` are real paths. */
export async function openRunCheckpoints(folders: readonly string[]): Promise<RunCheckpoints> {
  const [first = ""] = folders;
  const folder = join(await checkpointFolder(dataFolder(), first), randomUUID());
  const held = await holdCheckpoints(folder, Date.now, placeOf(first));
  if (!held) {
    throw new Error(`The new folder ${folder} is in use by another process.`);
  }
  const { store, release } = held;
  const watch = watchOf(store, folders);
  return {
    ...store,
    watch,
    close: async () => {
      await watch.close();
      await release();
      await pruneCheckpoints(dataFolder(), await trustedTime(dataFolder()));
    },
  };
}

/** `workspace` is a real path. */
export function placeOf(workspace: string): CheckpointPlace {
  return { root: workspace, path: process.env["PATH"] ?? "" };
}

/** `roots` are real paths. Without an editor a person's save during a command counts as the command's. */
export function watchOf(store: CheckpointStore, roots: readonly string[]): CommandSnapshots {
  const path = process.env["PATH"] ?? "";
  return store.watchCommands({ roots, home: homedir(), path });
}

export interface RunChange extends ChangedFile, Pick<ChangeTexts, "before" | "after"> {}

/** The changes from before the first of the checkpoints to now, sorted by path. Missing checkpoints have no changes. */
export async function changesOfRun(
  folder: string,
  ids: readonly string[],
): Promise<readonly RunChange[]> {
  const found = new Map<string, RunChange>();
  // Oldest first: the first state before the run counts.
  for (const run of (await runFolders(await checkpointFolder(dataFolder(), folder))).toReversed()) {
    const store = await openCheckpoints(run, Date.now).catch(() => undefined);
    const first = store?.journal.checkpoints.find(({ id }) => ids.includes(id));
    const changes = first && store?.changes(first.id);
    for (const file of (await changes?.list()) ?? []) {
      const texts = found.has(file.path) ? undefined : await changes?.texts(file.path);
      if (texts) {
        found.set(file.path, { ...file, before: texts.before, after: texts.after });
      }
    }
  }
  return [...found.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** Removes the checkpoints of runs, except a run that works. */
export async function removeCheckpoints(folder: string, ids: readonly string[]): Promise<void> {
  for (const run of await runFolders(await checkpointFolder(dataFolder(), folder))) {
    const held = await holdCheckpoints(run, Date.now).catch(() => undefined);
    if (held?.store.journal.checkpoints.some(({ id }) => ids.includes(id)) === true) {
      await rm(run, { recursive: true, force: true });
    }
    await held?.release();
  }
}

/** Undefined with at least 1 GB free. */
export async function spaceWarning(): Promise<string | undefined> {
  const question = await spaceQuestion(dataFolder());
  if (!question) {
    return undefined;
  }
  const [free, kept] = [question.free, question.kept].map((bytes) => Math.round(bytes / 1_048_576));
  return (
    `The disk has ${free} MB left; checkpoints of earlier runs take ${kept} MB of it. ` +
    "What cannot be kept is not changed."
  );
}
