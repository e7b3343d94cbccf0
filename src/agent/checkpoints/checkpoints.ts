import type { RestoreStep } from "./restorePlan.ts";

/** A point to which a person can go back. */
export interface Checkpoint {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The beginning of the message that led to the changes. */
  readonly label: string;
  /** Git's commit at that time, where there is one. */
  readonly commit?: string | undefined;
}

/**
 * What a run of the agent tells its checkpoints. The host opens one for each conversation (`openCheckpoints` of
 * `agentNode`) and gives it to `fileTools`, `commandTools` and `runAgent`. Paths are absolute and real: links are
 * followed before. Every method rejects if the store cannot be written, for example on a full disk.
 */
export interface Checkpoints {
  /** Sets a checkpoint. `runAgent` does it once, before the first change of the run. */
  begin(label: string): Promise<Checkpoint>;
  /**
   * Keeps what stands at the paths. Only when this resolves may they be changed: their contents are on the disk then.
   * If it rejects, nothing may be changed.
   */
  before(paths: readonly string[]): Promise<void>;
  /** Notes what the run left at the paths. If this is missing, going back takes them for changed by somebody else. */
  after(paths: readonly string[]): Promise<void>;
}

/** Why the changes of commands cannot be undone in a workspace. */
export type WatchProblem = "homeFolder" | "rootFolder" | "tooManyFiles" | "tooSlow";

/** Notices what commands change that are not plain; `commandTools` takes it. Only on machines with commands. */
export interface CommandWatch {
  /** For the card of a command: undefined if its changes can be undone. */
  problem(): Promise<WatchProblem | undefined>;
  /**
   * Keeps what the command might change; only when this resolves may it start. Undefined if there is a `problem`: the
   * command may run, and nothing of it can be undone. Rejects if the store cannot be written.
   */
  begin(): Promise<WatchedCommand | undefined>;
}

export interface WatchedCommand {
  /** After its end: absolute paths that are gone and whose content nobody kept, such as ignored files. */
  readonly lost?: readonly string[];
  /** After its end: false if it may have changed more than what was found, as there was no time to look. */
  readonly isWhole?: boolean;
  /** Real paths that somebody else has written meanwhile, for example the person in the editor. */
  readonly byOthers?: () => Promise<ReadonlySet<string>>;
  /** Called once, when the command has ended. Absolute paths of what it changed, made and deleted. */
  end(): Promise<readonly string[]>;
}

/** A step of going back, with the numbers of lines that it adds and removes; 0 for what is no text. */
export interface PlannedStep extends RestoreStep {
  readonly added: number;
  readonly removed: number;
}

/** Going back, for the editor's checkpoint line and for `--restore`. */
export interface Restorer {
  /** The checkpoints, oldest first; also those that `restore` set, for *Redo*. */
  readonly checkpoints: readonly Checkpoint[];
  /** What going back would do now: one step for each path that is not as it was. */
  plan(checkpointId: string): Promise<readonly PlannedStep[]>;
  /**
   * Goes back for the given steps of a plan, and sets a checkpoint first. A path that changed since the plan was made
   * is left as it is. The caller leaves out steps that `hasOtherChanges`, unless the person chose them.
   *
   * @returns the checkpoint for *Redo*, and the paths that were left as they are.
   */
  restore(
    steps: readonly RestoreStep[],
    label: string,
  ): Promise<{ readonly redo: string; readonly failed: readonly string[] }>;
}
