import { randomUUID } from "node:crypto";
import { mkdir, open, readFile } from "node:fs/promises";
import { join } from "node:path";

import {
  type CheckpointEntry,
  type FileState,
  parseCheckpointLog,
  serializeEntry,
} from "../agent/checkpoints/checkpointLog.ts";
import { planRestore, type RestoreStep, touchedSince } from "../agent/checkpoints/restorePlan.ts";
import { ContentStore } from "./contentStore.ts";

/**
 * The checkpoints of one run: a log that is appended and synced, and the contents of files before the run changed
 * them. It is a store of its own: Git's index, branches and commits are never touched, and no file that the run did
 * not change is ever read or written.
 */
export class CheckpointStore {
  readonly #logFile: string;
  readonly #contents: ContentStore;
  readonly #now: () => number;
  readonly #entries: CheckpointEntry[];
  /** The paths whose state is kept since the newest checkpoint. */
  #kept = new Set<string>();
  #writing: Promise<void> = Promise.resolve();
  /** Bytes of the log's whole lines. */
  #length: number;

  private constructor(folder: string, now: () => number, log: string) {
    this.#logFile = join(folder, "log.jsonl");
    this.#contents = new ContentStore(join(folder, "contents"));
    this.#now = now;
    const { entries, isDamaged } = parseCheckpointLog(log);
    if (isDamaged) {
      throw new Error(`The log of checkpoints in ${folder} is damaged.`);
    }
    this.#entries = [...entries];
    this.#length = Buffer.byteLength(log.slice(0, log.lastIndexOf("\n") + 1));
  }

  /**
   * Opens the store in a folder, which is made if needed. `now` gives epoch milliseconds. A log that ends in the
   * middle of a line goes on behind its last whole one.
   */
  static async open(folder: string, now: () => number): Promise<CheckpointStore> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const logFile = join(folder, "log.jsonl");
    await (await open(logFile, "a", 0o600)).close();
    return new CheckpointStore(folder, now, await readFile(logFile, "utf8"));
  }

  /** The checkpoints, oldest first. */
  get checkpoints(): readonly (CheckpointEntry & { readonly kind: "checkpoint" })[] {
    return this.#entries.filter((entry) => entry.kind === "checkpoint");
  }

  /** Sets a checkpoint; returns its id. */
  async begin(label: string): Promise<string> {
    const id = randomUUID();
    await this.#append({ kind: "checkpoint", id, at: this.#now(), label });
    this.#kept = new Set();
    return id;
  }

  /** Keeps what stands at a path, before the run changes it. When this returns, the change may begin. */
  async before(path: string): Promise<FileState> {
    const state = await this.#contents.keep(path);
    if (!this.#kept.has(path)) {
      await this.#append({ kind: "before", path, state });
      this.#kept.add(path);
    }
    return state;
  }

  /** Notes what the run left at a path. */
  async after(path: string): Promise<void> {
    await this.#append({ kind: "after", path, state: await this.#contents.look(path) });
  }

  /** What going back to a checkpoint would do now. */
  async plan(checkpointId: string): Promise<readonly RestoreStep[]> {
    const paths = touchedSince(this.#entries, checkpointId);
    const states = new Map<string, FileState>();
    for (const path of paths) {
      states.set(path, await this.#contents.look(path));
    }
    return planRestore(
      this.#entries,
      checkpointId,
      (path) => states.get(path) ?? { kind: "missing" },
    );
  }

  /**
   * Goes back to a checkpoint for the given paths of its plan, and sets a checkpoint first, so that this too can be
   * undone (*Redo*). A path that changed since the plan was made is left as it is.
   *
   * @returns the checkpoint from before, and the paths that were left out because they changed meanwhile or failed.
   */
  async restore(
    steps: readonly RestoreStep[],
    label: string,
  ): Promise<{ readonly redo: string; readonly failed: readonly string[] }> {
    const redo = await this.begin(label);
    const failed: string[] = [];
    for (const { path, current, target, action } of steps) {
      const isDone = action !== "blocked" && (await this.#restoreOne(path, current, target));
      if (!isDone) {
        failed.push(path);
      }
    }
    return { redo, failed };
  }

  async #restoreOne(path: string, planned: FileState, target: FileState): Promise<boolean> {
    const found = await this.before(path);
    if (JSON.stringify(found) !== JSON.stringify(planned)) {
      return false;
    }
    try {
      await this.#contents.put(path, target);
    } catch {
      // A full disk or a missing permission: the path is as it was, and named to the person.
      return false;
    }
    await this.after(path);
    return true;
  }

  #append(entry: CheckpointEntry): Promise<void> {
    const write = this.#writing.then(async () => this.#write(entry));
    // The next entry does not wait behind one that failed; the caller of this one hears of it.
    this.#writing = write.catch(() => {});
    return write;
  }

  async #write(entry: CheckpointEntry): Promise<void> {
    const line = Buffer.from(serializeEntry(entry));
    const file = await open(this.#logFile, "r+");
    try {
      // What a failed write left behind the last whole line goes away.
      await file.truncate(this.#length);
      await file.write(line, 0, line.length, this.#length);
      await file.datasync();
    } finally {
      await file.close();
    }
    this.#length += line.length;
    this.#entries.push(entry);
  }
}
