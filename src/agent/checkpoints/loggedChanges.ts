import { applyHunks, type Hunk } from "../../edits/lineDiff.ts";
import type { CheckpointFiles } from "./checkpointFiles.ts";
import type { CheckpointJournal } from "./checkpointJournal.ts";
import {
  type CheckpointEntry,
  type FileState,
  isMadeFolder,
  isSameState,
} from "./checkpointLog.ts";
import { madeFoldersAbove } from "./madeFolders.ts";
import { changedBetween, since } from "./restorePlan.ts";
import type { ChangedFile, ChangeTexts, RunChanges, UndoProblem } from "./runChanges.ts";
import { lineCounts, textOf, wholeLineHunks, wholeLines } from "./textOf.ts";

export interface LoggedChangesDeps {
  readonly journal: CheckpointJournal;
  readonly files: CheckpointFiles;
}

interface Change {
  readonly path: string;
  readonly before: FileState;
  /** Undefined if the run was interrupted during the change. */
  readonly left: FileState | undefined;
  readonly isByCommand: boolean;
  readonly isMixed: boolean;
}

export class LoggedChanges implements RunChanges {
  readonly #deps: LoggedChangesDeps;
  readonly #checkpointId: string | undefined;

  constructor(deps: LoggedChangesDeps, checkpointId?: string) {
    this.#deps = deps;
    this.#checkpointId = checkpointId;
  }

  async list(): Promise<readonly ChangedFile[]> {
    const files: ChangedFile[] = [];
    for (const change of this.#changes()) {
      const { state, content } = await this.#deps.files.read(change.path);
      if (!isSameState(state, change.before) && !isMadeFolder(change.before, state)) {
        files.push(
          describe(change, {
            state,
            now: textOf(content),
            old: await this.#textOf(change.before),
          }),
        );
      }
    }
    return files;
  }

  async texts(path: string): Promise<ChangeTexts | undefined> {
    const change = this.#find(path);
    if (change === undefined) {
      return undefined;
    }
    const { state, content } = await this.#deps.files.read(path);
    return {
      before: await this.#textOf(change.before),
      after: textOf(content),
      undoProblem: problemOf(change, state),
    };
  }

  async hunks(path: string): Promise<readonly Hunk[]> {
    const texts = await this.texts(path);
    return texts?.before === undefined || texts.after === undefined
      ? []
      : wholeLineHunks(texts.before, texts.after);
  }

  async keep(path: string): Promise<void> {
    if (this.#find(path) !== undefined) {
      await this.#deps.journal.noteKept(path, await this.#deps.files.keep(path));
    }
  }

  async keepPlaces(path: string, text: string): Promise<void> {
    const change = this.#find(path);
    const known = [change?.before, change?.left].find((state) => state?.kind === "file");
    if (known?.kind === "file") {
      const bytes = new TextEncoder().encode(text);
      const hash = await this.#deps.files.add(bytes);
      await this.#deps.journal.noteKept(path, { ...known, hash, size: bytes.length }, true);
    }
  }

  async keepAll(): Promise<void> {
    for (const { path } of await this.list()) {
      await this.keep(path);
    }
  }

  async undo(path: string, { evenChanged = false } = {}): Promise<UndoProblem | undefined> {
    const change = this.#find(path);
    const current = await this.#deps.files.look(path);
    if (change === undefined || isSameState(current, change.before)) {
      return "notChanged";
    }
    const found = problemOf(change, current);
    const problem = evenChanged && found === "changedSince" ? undefined : found;
    return problem ?? (await this.#put(path, current, change.before));
  }

  async undoHunk(path: string, hunk: Hunk): Promise<UndoProblem | undefined> {
    const change = this.#find(path);
    const { state: current, content } = await this.#deps.files.read(path);
    if (change === undefined || current.kind !== "file") {
      return "notChanged";
    }
    if (change.left === undefined || !isSameState(change.left, current)) {
      return "changedSince";
    }
    const [before, after] = [await this.#textOf(change.before), textOf(content)];
    if (before === undefined || after === undefined) {
      return "notKept";
    }
    const hunks = wholeLineHunks(before, after);
    const others = hunks.filter((one) => !isSameHunk(one, hunk));
    if (others.length === hunks.length) {
      return "notChanged";
    }
    const result = new TextEncoder().encode(applyHunks(wholeLines(before), others).join(""));
    const hash = await this.#deps.files.add(result);
    return await this.#put(path, current, { ...current, hash, size: result.length });
  }

  async undoAll(): Promise<readonly { readonly path: string; readonly problem: UndoProblem }[]> {
    const left: { path: string; problem: UndoProblem }[] = [];
    for (const { path } of await this.list()) {
      const problem = await this.undo(path);
      if (problem !== undefined && problem !== "notChanged") {
        left.push({ path, problem });
      }
    }
    return left;
  }

  async #put(
    path: string,
    current: FileState,
    target: FileState,
  ): Promise<UndoProblem | undefined> {
    const folders = target.kind === "missing" ? madeFoldersAbove(this.#entries(), path) : [];
    const isDone = await this.#deps.journal.put(path, current, target, folders);
    return isDone ? undefined : "failed";
  }

  async #textOf(state: FileState): Promise<string | undefined> {
    return state.kind === "file" ? textOf(await this.#deps.files.content(state.hash)) : undefined;
  }

  #find(path: string): Change | undefined {
    return this.#changes().find((change) => change.path === path);
  }

  #changes(): readonly Change[] {
    return changesIn(this.#entries());
  }

  #entries(): readonly CheckpointEntry[] {
    const { entries } = this.#deps.journal;
    return this.#checkpointId === undefined ? entries : since(entries, this.#checkpointId);
  }
}

function describe(
  change: Change,
  {
    state,
    old,
    now,
  }: {
    readonly state: FileState;
    readonly old: string | undefined;
    readonly now: string | undefined;
  },
): ChangedFile {
  const { path, before, isByCommand } = change;
  const isGone = state.kind === "missing" || state.kind === "emptyFolder";
  const isText = (old !== undefined || before.kind === "missing") && (now !== undefined || isGone);
  const hunks = isText ? wholeLineHunks(old ?? "", now ?? "") : [];
  return {
    path,
    kind: before.kind === "missing" ? "made" : isGone ? "deleted" : "edited",
    ...lineCounts(hunks),
    isByCommand,
    undoProblem: problemOf(change, state),
  };
}

function changesIn(entries: readonly CheckpointEntry[]): readonly Change[] {
  const byPath = new Map<string, CheckpointEntry[]>();
  const kept = new Map<string, FileState>();
  const partly = new Map<string, FileState>();
  for (const entry of entries) {
    if (entry.kind === "kept" && entry.isPart) {
      partly.set(entry.path, entry.state);
    } else if (entry.kind === "kept") {
      kept.set(entry.path, entry.state);
      partly.delete(entry.path);
      byPath.delete(entry.path);
    } else if ((entry.kind === "before" && !entry.isUnknown) || entry.kind === "after") {
      byPath.set(entry.path, [...(byPath.get(entry.path) ?? []), entry]);
    }
  }
  return [...byPath].flatMap(([path, own]) => {
    // After *Keep*, an earlier state is logged again only after a checkpoint or somebody else's change.
    const [first] = own;
    const before = partly.get(path) ?? (first?.kind === "before" ? first.state : kept.get(path));
    const left = own.findLast((entry) => entry.kind === "after");
    return before === undefined
      ? []
      : {
          path,
          before,
          left: left?.state,
          isByCommand: left?.by === "command",
          isMixed: changedBetween(own).has(path),
        };
  });
}

function problemOf({ before, left, isMixed }: Change, current: FileState): UndoProblem | undefined {
  if (before.kind === "notKept") {
    return "notKept";
  }
  return left === undefined || isMixed || !isSameState(left, current) ? "changedSince" : undefined;
}

function isSameHunk(one: Hunk, other: Hunk): boolean {
  return (
    one.start === other.start &&
    one.removed.join("") === other.removed.join("") &&
    one.added.join("") === other.added.join("")
  );
}
