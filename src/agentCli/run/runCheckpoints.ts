import { randomUUID } from "node:crypto";
import { homedir } from "node:os";
import { join } from "node:path";

import {
  checkpointFolder,
  pruneCheckpoints,
  spaceQuestion,
} from "../../agentNode/checkpoints/checkpointFolders.ts";
import {
  type CheckpointPlace,
  type CheckpointStore,
  holdCheckpoints,
} from "../../agentNode/checkpoints/checkpointStore.ts";
import type { CommandSnapshots } from "../../agentNode/checkpoints/commandSnapshots.ts";
import { trustedTime } from "../../agentNode/files/ageClockFile.ts";
import { dataFolder } from "../../sharedNode/dataFolder.ts";

export interface RunCheckpoints extends CheckpointStore {
  readonly watch: CommandSnapshots;
  /** Marks the run's checkpoints as unused, and deletes old or excessive ones. */
  close(): Promise<void>;
}

/** The checkpoints of a new run, stored under its first folder. `folders` are real paths. */
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

/** The place of Git's commits for a workspace's real path. */
export function placeOf(workspace: string): CheckpointPlace {
  return { root: workspace, path: process.env["PATH"] ?? "" };
}

/**
 * Detects the changes of commands in a workspace, given by its folders' real paths. Without an editor a person's save
 * during a command counts as the command's.
 */
export function watchOf(store: CheckpointStore, roots: readonly string[]): CommandSnapshots {
  const path = process.env["PATH"] ?? "";
  return store.watchCommands({ roots, home: homedir(), path });
}

/** A warning for the person if the disk has less than 1 GB free; undefined otherwise. */
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
