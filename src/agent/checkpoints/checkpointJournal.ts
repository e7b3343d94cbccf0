import type { CheckpointFiles } from "./checkpointFiles.ts";
import {
  type CheckpointEntry,
  type FileState,
  isMadeFolder,
  isSameState,
  serializeEntry,
} from "./checkpointLog.ts";
import type { Checkpoint, Checkpoints, PlannedStep, Restorer } from "./checkpoints.ts";
import { leftStates, planRestore, type RestoreStep, touchedSince } from "./restorePlan.ts";
import { lineCounts, textOf, wholeLineHunks } from "./textOf.ts";

export interface JournalDeps {
  readonly files: CheckpointFiles;
  readonly now: () => number;
  readonly newId: () => string;
  readonly commit?: () => Promise<string | undefined>;
}

export interface StateChange {
  readonly path: string;
  readonly before: FileState;
  readonly after: FileState;
  readonly newFolder?: string | undefined;
}

/** Never touches Git's index, branches or commits, and never writes a file that the run did not change. */
export class CheckpointJournal implements Checkpoints, Restorer {
  readonly #deps: JournalDeps;
  readonly #entries: CheckpointEntry[];
  readonly #kept = new Set<string>();
  readonly #left: Map<string, FileState>;
  readonly #seen = new Map<string, FileState>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(deps: JournalDeps, entries: readonly CheckpointEntry[]) {
    this.#deps = deps;
    this.#entries = [...entries];
    this.#left = new Map(leftStates(entries));
  }

  get entries(): readonly CheckpointEntry[] {
    return this.#entries;
  }

  get checkpoints(): readonly Checkpoint[] {
    return this.#entries.filter((entry) => entry.kind === "checkpoint");
  }

  begin(label: string): Promise<Checkpoint> {
    return this.#inTurn(async () => {
      const { now, newId } = this.#deps;
      const commit = await this.#deps.commit?.();
      const at = now();
      const entry = { kind: "checkpoint", id: newId(), at, label, commit } as const;
      await this.#append([entry], true);
      this.#kept.clear();
      return entry;
    });
  }

  async before(paths: readonly string[]): Promise<void> {
    await this.keep(paths);
  }

  keep(paths: readonly string[]): Promise<readonly FileState[]> {
    return this.#inTurn(async () => {
      const { files } = this.#deps;
      const found = await Promise.all(
        paths.map(async (path) => {
          const before = await files.keep(path);
          const newFolder = before.kind === "missing" ? await files.newFolder?.(path) : undefined;
          return { path, before, newFolder };
        }),
      );
      const entries = this.#newBefore(found);
      await this.#append(entries, true);
      this.#noteKept(entries);
      return found.map(({ before }) => before);
    });
  }

  /**
   * A path is logged once after each checkpoint, and again if somebody else changed it between two changes of the run:
   * restoring would lose that change.
   */
  #newBefore(states: readonly Omit<StateChange, "after">[]): readonly CheckpointEntry[] {
    return states.flatMap(({ path, before: state, newFolder }): CheckpointEntry[] => {
      const seen = this.#seen.get(path);
      const isNews = seen !== undefined && !isSameState(seen, state);
      return this.#kept.has(path) && !isNews ? [] : [{ kind: "before", path, state, newFolder }];
    });
  }

  #noteKept(entries: readonly CheckpointEntry[]): void {
    for (const entry of entries) {
      if (entry.kind === "before") {
        this.#kept.add(entry.path);
      }
    }
  }

  after(paths: readonly string[]): Promise<void> {
    return this.#inTurn(async () => {
      const states = await Promise.all(paths.map((path) => this.#deps.files.look(path)));
      const entries = states.map(
        (state, index) => ({ kind: "after", path: paths[index] ?? "", state }) as const,
      );
      // If the machine stops before the sync, the plan asks about the path; nothing is lost.
      await this.#append(entries, false);
    });
  }

  async plan(checkpointId: string): Promise<readonly PlannedStep[]> {
    const states = new Map<string, FileState>();
    for (const path of touchedSince(this.#entries, checkpointId)) {
      states.set(path, await this.#deps.files.look(path));
    }
    const steps = planRestore(
      this.#entries,
      checkpointId,
      (path) => states.get(path) ?? { kind: "missing" },
    );
    const planned: PlannedStep[] = [];
    for (const step of steps) {
      planned.push({ ...step, ...(await this.#countsOf(step)) });
    }
    return planned;
  }

  async #countsOf({ path, target }: RestoreStep) {
    const { files } = this.#deps;
    const { content } = await files.read(path);
    const kept =
      target.kind === "file" ? await files.content(target.hash).catch(() => undefined) : undefined;
    const [now, then] = [content ? textOf(content) : "", kept ? textOf(kept) : ""];
    return lineCounts(now === undefined || then === undefined ? [] : wholeLineHunks(now, then));
  }

  async restore(
    steps: readonly RestoreStep[],
    label: string,
  ): Promise<{ readonly redo: string; readonly failed: readonly string[] }> {
    const redo = await this.begin(label);
    const failed = new Set<string>();
    // Removals first: a folder may replace a file, or a file a folder.
    const removing = steps.filter(({ action }) => action === "remove");
    const others = steps.filter(({ action }) => action !== "remove");
    for (const { path, current, target, action, madeFolders } of [...removing, ...others]) {
      const isDone = action !== "blocked" && (await this.put(path, current, target, madeFolders));
      if (!isDone) {
        failed.add(path);
      }
    }
    const paths = steps.map(({ path }) => path);
    return { redo: redo.id, failed: paths.filter((path) => failed.has(path)) };
  }

  /**
   * Writes only if the path still has the state `expected`, whose content is stored first. False if the state differs
   * or the system refuses. Removes folders of `madeFolders` that became empty, innermost first.
   */
  async put(
    path: string,
    expected: FileState,
    target: FileState,
    madeFolders: readonly string[] = [],
  ): Promise<boolean> {
    if (!isSameState(await this.#deps.files.look(path), expected)) {
      return false;
    }
    const [found] = await this.keep([path]);
    if (found === undefined || !isSameState(found, expected)) {
      return false;
    }
    try {
      await this.#deps.files.put(path, target);
    } catch {
      // A full disk or a missing permission: the caller reports the path.
      return false;
    }
    await this.after([path]);
    await this.#removeEmpty(madeFolders);
    return true;
  }

  async #removeEmpty(folders: readonly string[]): Promise<void> {
    for (const folder of folders) {
      try {
        await this.#deps.files.removeFolder?.(folder);
      } catch {
        return;
      }
    }
  }

  /** The accepted state is the new baseline of `RunChanges`. With `isPart`, it contains only the accepted hunks. */
  noteKept(path: string, state: FileState, isPart = false): Promise<void> {
    const entry = { kind: "kept", path, state, ...(isPart && { isPart }) } as const;
    return this.#inTurn(() => this.#append([entry], true));
  }

  get openCommands(): readonly { readonly id: string; readonly manifest: string }[] {
    const ended = new Set(
      this.#entries.flatMap((entry) => (entry.kind === "commandEnd" ? [entry.id] : [])),
    );
    return this.#entries
      .filter((entry) => entry.kind === "command")
      .filter(({ id }) => !ended.has(id));
  }

  beginCommand(manifest: string): Promise<string> {
    return this.#inTurn(async () => {
      const id = this.#deps.newId();
      await this.#append([{ kind: "command", id, manifest }], true);
      return id;
    });
  }

  /** A command changed unreadable content in these folders. Logged once after each checkpoint. */
  noteUnknown(folders: readonly string[]): Promise<void> {
    return this.#inTurn(async () => {
      const news = folders.filter((path) => !this.#kept.has(path));
      const state = { kind: "notKept", why: "unreadable" } as const;
      await this.#append(
        news.map((path) => ({ kind: "before", path, state, isUnknown: true }) as const),
        true,
      );
      for (const path of news) {
        this.#kept.add(path);
      }
    });
  }

  /**
   * The earlier states are stored already. `isByOthers`: another program wrote the path while the command ran, or an
   * interrupted command's change is found later; a restore leaves it out unless the person selects it.
   *
   * @returns the files that neither the run itself nor others wrote meanwhile.
   */
  endCommand(
    id: string,
    changes: readonly StateChange[],
    isByOthers: (path: string) => boolean = () => false,
  ): Promise<readonly string[]> {
    return this.#inTurn(async () => {
      const news = changes.filter(({ path, after }) => {
        const left = this.#left.get(path);
        return left === undefined || !isSameState(left, after);
      });
      const before = this.#newBefore(news);
      const after = news.map(({ path, after: state }): CheckpointEntry =>
        isByOthers(path)
          ? { kind: "before", path, state }
          : { kind: "after", path, state, by: "command" },
      );
      const end = { kind: "commandEnd", id } as const;
      await this.#append([...before, ...after, end], true);
      this.#noteKept(before);
      return news
        .filter((change) => !isByOthers(change.path) && !isMadeFolder(change.before, change.after))
        .map(({ path }) => path);
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    // A failure goes to its own caller; the next task runs anyway.
    this.#last = result.catch(() => {});
    return result;
  }

  async #append(entries: readonly CheckpointEntry[], isSynced: boolean): Promise<void> {
    if (entries.length === 0) {
      return;
    }
    await this.#deps.files.append(entries.map(serializeEntry).join(""), isSynced);
    this.#entries.push(...entries);
    for (const entry of entries) {
      if (entry.kind === "after") {
        this.#left.set(entry.path, entry.state);
      }
      if (entry.kind === "after" || entry.kind === "before") {
        this.#seen.set(entry.path, entry.state);
      }
    }
  }
}
