import type {
  Checkpoint,
  Checkpoints,
  CommandWatch,
  Restorer,
} from "../../../agent/checkpoints/checkpoints.ts";
import type { ChangedFile, RunChanges } from "../../../agent/checkpoints/runChanges.ts";
import type { Workspace } from "../../../agent/tools/base/workspace.ts";
import { ownFirst } from "../../../shared/text/fileGroups.ts";
import type {
  AgentEditor,
  ChangeSource,
  NamedFile,
  PlaceTexts,
  ShownChange,
} from "../editor/agentEditor.ts";
import { namedFiles } from "./namedFiles.ts";
import { restoreRows } from "./restoreRows.ts";
import type { RunView } from "./runView.ts";

export interface MachineCheckpoints {
  readonly journal: Checkpoints & Restorer;
  changes(checkpointId?: string): RunChanges;
  commitsSince?(checkpointId: string): Promise<readonly string[]>;
  readonly watch?: () => RunWatch;
  /** Records changes of a command that outlived its window. */
  recover?(): Promise<void>;
  /** Lets other windows use the checkpoints. */
  close?(): Promise<void>;
}

export interface RunWatch extends CommandWatch {
  close(): Promise<void>;
}

const kinds = { edited: "changed", made: "new", deleted: "deleted" } as const;

/**
 * A conversation's changes as the page shows them, and the ways back. A checkpoint's label holds its message's id, or
 * the checkpoint to which a restore went back.
 */
export class RunFiles implements ChangeSource {
  readonly #store: MachineCheckpoints;
  readonly #workspace: Workspace;
  readonly #editor: AgentEditor;
  readonly #onChange: () => void;
  #files: readonly ChangedFile[] = [];
  #shown = new Map<string, ChangedFile>();
  #view: Pick<RunView, "changes" | "checkpoints"> = { changes: [], checkpoints: [] };
  #isClosed = false;
  #reading: Promise<void> = Promise.resolve();

  constructor(
    store: MachineCheckpoints,
    {
      workspace,
      editor,
      onChange,
    }: {
      readonly workspace: Workspace;
      readonly editor: AgentEditor;
      readonly onChange: () => void;
    },
  ) {
    this.#store = store;
    this.#workspace = workspace;
    this.#editor = editor;
    this.#onChange = onChange;
  }

  get view(): Pick<RunView, "changes" | "checkpoints"> {
    return this.#view;
  }

  checkpointsFor(messageId: string): Checkpoints {
    const { journal } = this.#store;
    return {
      begin: () => journal.begin(`message:${messageId}`),
      before: (paths) => journal.before(paths),
      after: (paths) => journal.after(paths),
    };
  }

  watchCommands(): RunWatch | undefined {
    return this.#store.watch?.();
  }

  changes(): RunChanges {
    return this.#store.changes();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#reading.catch(() => undefined);
    this.#editor.trackChanges?.(this, []);
    await this.#store.close?.();
  }

  refresh(): Promise<void> {
    this.#reading = this.#reading.catch(() => undefined).then(() => this.#read());
    return this.#reading;
  }

  async keep(paths: readonly string[] | undefined): Promise<void> {
    const changes = this.#store.changes();
    for (const { path } of this.#chosen(paths)) {
      await changes.keep(path);
    }
    await this.refresh();
  }

  /**
   * Skips files that somebody else changed since or that are unsaved, unless `evenChanged`: their changes are then
   * lost.
   */
  async undo(paths: readonly string[] | undefined, evenChanged = false): Promise<void> {
    const changes = this.#store.changes();
    const failed: string[] = [];
    for (const { path } of this.#chosen(paths)) {
      const isLeft = !evenChanged && this.#editor.isUnsaved?.(path) === true;
      if (isLeft || (await changes.undo(path, { evenChanged })) !== undefined) {
        failed.push(path);
      }
    }
    await this.refresh();
    if (failed.length > 0) {
      await this.#editor.tellNotUndone(await this.#named(failed));
    }
  }

  async open(paths: readonly string[] | undefined): Promise<void> {
    const changes = this.#store.changes();
    await this.#show(changes, this.#chosen(paths));
  }

  async review(shown: string): Promise<void> {
    const path = this.#shown.get(shown)?.path;
    if (path === undefined || !this.#editor.openPlaces || !(await this.placeTexts(path))) {
      await this.open([shown]);
      return;
    }
    await this.#editor.openPlaces(path);
  }

  async placeTexts(path: string): Promise<PlaceTexts | undefined> {
    const file = this.#files.find((one) => one.path === path);
    const texts = file && (await this.#store.changes().texts(path));
    // Another run may have changed the file since the list was made.
    if (!texts || texts.undoProblem !== undefined) {
      return undefined;
    }
    const { before, after } = texts;
    const earlier = file.kind === "made" ? "" : before;
    return earlier === undefined || after === undefined ? undefined : { before: earlier, after };
  }

  async keepPlaces(path: string, text?: string): Promise<void> {
    const changes = this.#store.changes();
    await (text === undefined ? changes.keep(path) : changes.keepPlaces(path, text));
    await this.refresh();
  }

  async undoWhole(path: string): Promise<boolean> {
    const problem = await this.#store.changes().undo(path);
    await this.refresh();
    return problem === undefined;
  }

  async undoPlaces(path: string, write: () => Promise<boolean>): Promise<void> {
    const { journal } = this.#store;
    await journal.before([path]);
    if (await write()) {
      await journal.after([path]);
    }
    await this.refresh();
  }

  async compare(checkpointId: string): Promise<void> {
    const changes = this.#store.changes(checkpointId);
    await this.#show(changes, await changes.list());
  }

  restore(checkpointId: string): Promise<void> {
    return this.#goBack(checkpointId, `restore:${checkpointId}`);
  }

  async redo(checkpointId: string): Promise<void> {
    const back = this.#restoredBy(checkpointId);
    if (back) {
      await this.#goBack(back.id, `redo:${checkpointId}`);
    }
  }

  async #goBack(checkpointId: string, label: string): Promise<void> {
    const { journal } = this.#store;
    const plan = await journal.plan(checkpointId);
    const named = await this.#named(plan.map(({ path }) => path));
    const shown = restoreRows(plan, named, (path) => this.#editor.isUnsaved?.(path) ?? false);
    const chosen = await this.#editor.askRestore({
      ...shown,
      commits: (await this.#store.commitsSince?.(checkpointId)) ?? [],
    });
    if (!chosen) {
      return;
    }
    const steps = plan.filter(({ path }) => chosen.includes(path));
    const { failed } = await journal.restore(steps, label);
    await this.refresh();
    const folders = shown.rows.filter(
      ({ path, isFolder, isRemoved }) =>
        isFolder && isRemoved && chosen.includes(path) && !failed.includes(path),
    );
    if (folders.length > 0) {
      this.#editor.tellRemovedFolders?.(folders);
    }
    if (failed.length > 0) {
      await this.#editor.tellNotUndone(await this.#named(failed));
    }
  }

  async #show(changes: RunChanges, files: readonly ChangedFile[]): Promise<void> {
    const shown: ShownChange[] = [];
    const named = await this.#named(files.map(({ path }) => path));
    const rows = files.map(({ path }, index) => ({ path, name: path, ...named[index] }));
    for (const { path, name } of ownFirst(rows)) {
      const texts = await changes.texts(path);
      if (texts) {
        shown.push({ path, name, before: texts.before, after: texts.after });
      }
    }
    await this.#editor.showChanges(shown);
  }

  #chosen(paths: readonly string[] | undefined): readonly ChangedFile[] {
    return paths === undefined
      ? this.#files
      : paths.flatMap((shown) => this.#shown.get(shown) ?? []);
  }

  async #read(): Promise<void> {
    if (this.#isClosed) {
      return;
    }
    this.#files = await this.#store.changes().list();
    const named = await this.#named(this.#files.map(({ path }) => path));
    const groups = new Map(named.map(({ name, group }) => [name, group]));
    this.#shown = new Map(this.#files.map((file, at) => [named[at]?.name ?? file.path, file]));
    const changes = [...this.#shown].map(([path, { kind, added, removed, undoProblem }]) => ({
      path,
      kind: kinds[kind],
      added,
      removed,
      state: "open" as const,
      isChangedSince: undoProblem === "changedSince",
      ...(groups.get(path) !== undefined && { group: groups.get(path) }),
    }));
    const checkpoints: RunView["checkpoints"] = [];
    for (const { id, label } of this.#store.journal.checkpoints) {
      const [, messageId] = /^message:(.+)$/su.exec(label) ?? [];
      if (messageId !== undefined) {
        const files = (await this.#store.changes(id).list()).length;
        const isRestored = this.#restoredBy(id) !== undefined;
        checkpoints.push({ id, messageId, files, isRestored });
      }
    }
    this.#view = { changes, checkpoints };
    this.#editor.trackChanges?.(
      this,
      ownFirst(this.#files.map(({ path }, at) => ({ path, group: named[at]?.group }))).map(
        ({ path }) => path,
      ),
    );
    this.#onChange();
  }

  /** The checkpoint that undoes a restore; undefined if there was no restore, or it was redone since. */
  #restoredBy(checkpointId: string): Checkpoint | undefined {
    const last = this.#store.journal.checkpoints.findLast(({ label }) =>
      [`restore:${checkpointId}`, `redo:${checkpointId}`].includes(label),
    );
    return last?.label.startsWith("restore:") === true ? last : undefined;
  }

  #named(paths: readonly string[]): Promise<readonly NamedFile[]> {
    return namedFiles(this.#workspace, paths);
  }
}
