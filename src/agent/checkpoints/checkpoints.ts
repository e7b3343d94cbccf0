import type { RestoreStep } from "./restorePlan.ts";

export interface Checkpoint {
  readonly id: string;
  readonly at: number;
  readonly label: string;
  readonly commit?: string | undefined;
}

/**
 * Paths are absolute and without links. Every method rejects if the store cannot be written, for example on a full
 * disk.
 */
export interface Checkpoints {
  /** Called once, before the run's first change. */
  begin(label: string): Promise<Checkpoint>;
  /** The paths may be changed only after this resolves: then the contents are on disk. */
  before(paths: readonly string[]): Promise<void>;
  /** Without this call, a restore treats the paths as changed by somebody else. */
  after(paths: readonly string[]): Promise<void>;
}

export type WatchProblem = "homeFolder" | "rootFolder" | "tooManyFiles" | "tooSlow";

/** Detects the changes of commands that are not plain. */
export interface CommandWatch {
  /** Undefined if the command's changes can be undone. */
  problem(): Promise<WatchProblem | undefined>;
  /**
   * The command may start only after this resolves. Undefined if there is a `problem`: the command may run, but cannot
   * be undone. Rejects if the store cannot be written.
   */
  begin(): Promise<WatchedCommand | undefined>;
}

export interface WatchedCommand {
  readonly lost?: readonly string[];
  readonly isWhole?: boolean;
  readonly byOthers?: () => Promise<ReadonlySet<string>>;
  end(): Promise<readonly string[]>;
}

export interface PlannedStep extends RestoreStep {
  readonly added: number;
  readonly removed: number;
}

export interface Restorer {
  /** Oldest first, including checkpoints that `restore` set for *Redo*. */
  readonly checkpoints: readonly Checkpoint[];
  plan(checkpointId: string): Promise<readonly PlannedStep[]>;
  /**
   * Sets a checkpoint first. Skips paths that changed after the plan was made. The caller omits steps that
   * `hasOtherChanges`, unless the person selected them.
   *
   * @returns the checkpoint for *Redo*, and the skipped paths.
   */
  restore(
    steps: readonly RestoreStep[],
    label: string,
  ): Promise<{ readonly redo: string; readonly failed: readonly string[] }>;
}
