import type { RestoreStep } from "./restorePlan.ts";

export interface Checkpoint {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The beginning of the message that caused the changes. */
  readonly label: string;
  /** Git's commit at that time, if there is a repository. */
  readonly commit?: string | undefined;
}

/**
 * How a run records checkpoints. The host opens one for each conversation (`openCheckpoints` of `agentNode`) and passes
 * it to `fileTools`, `commandTools` and `runAgent`. Paths are absolute and without links. Every method rejects if the
 * store cannot be written, for example on a full disk.
 */
export interface Checkpoints {
  /** Sets a checkpoint. `runAgent` calls it once, before the run's first change. */
  begin(label: string): Promise<Checkpoint>;
  /**
   * Stores the states of the paths. The paths may be changed only after this resolves: then the contents are on disk.
   */
  before(paths: readonly string[]): Promise<void>;
  /** Logs the run's states of the paths. Without it, a restore treats the paths as changed by somebody else. */
  after(paths: readonly string[]): Promise<void>;
}

/** Why the changes of commands cannot be undone in a workspace. */
export type WatchProblem = "homeFolder" | "rootFolder" | "tooManyFiles" | "tooSlow";

/** Detects the changes of commands that are not plain, for `commandTools`. Only on machines with commands. */
export interface CommandWatch {
  /** For a command's card: undefined if the command's changes can be undone. */
  problem(): Promise<WatchProblem | undefined>;
  /**
   * Stores what the command may change; the command may start only after this resolves. Undefined if there is a
   * `problem`: the command may run, but cannot be undone. Rejects if the store cannot be written.
   */
  begin(): Promise<WatchedCommand | undefined>;
}

export interface WatchedCommand {
  /** After the end: absolute paths of deleted files without a stored content, such as ignored files. */
  readonly lost?: readonly string[];
  /** After the end: false if the search for changes ran out of time. */
  readonly isWhole?: boolean;
  /** Real paths that another program wrote meanwhile, for example the editor. */
  readonly byOthers?: () => Promise<ReadonlySet<string>>;
  /** Called once, after the command's end. Absolute paths that it changed, created and deleted. */
  end(): Promise<readonly string[]>;
}

/** A step of a restore, with the numbers of added and removed lines; 0 if the file is not text. */
export interface PlannedStep extends RestoreStep {
  readonly added: number;
  readonly removed: number;
}

/** Restores checkpoints, for the editor and for `--restore`. */
export interface Restorer {
  /** Oldest first, including those that `restore` set for *Redo*. */
  readonly checkpoints: readonly Checkpoint[];
  /** One step for each path that differs from the checkpoint. */
  plan(checkpointId: string): Promise<readonly PlannedStep[]>;
  /**
   * Performs the given steps of a plan, after setting a checkpoint. Skips paths that changed after the plan was made.
   * The caller omits steps that `hasOtherChanges`, unless the person selected them.
   *
   * @returns the checkpoint for *Redo*, and the skipped paths.
   */
  restore(
    steps: readonly RestoreStep[],
    label: string,
  ): Promise<{ readonly redo: string; readonly failed: readonly string[] }>;
}
