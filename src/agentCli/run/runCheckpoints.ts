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
