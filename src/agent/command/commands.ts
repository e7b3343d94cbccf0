import type { OutputSummary } from "./outputText.ts";

export type CommandEnd =
  | { readonly kind: "exited"; readonly code: number }
  | { readonly kind: "signalled"; readonly signal: string }
  | { readonly kind: "stopped" }
  | { readonly kind: "timedOut" }
  /** Nothing ran: the shell or the folder is missing, or the script is no longer plain. */
  | { readonly kind: "notStarted"; readonly reason: string };

export interface CommandRequest {
  readonly script: string;
  /** Absolute. */
  readonly folder: string;
  /** Milliseconds. */
  readonly timeoutMs: number;
  /**
   * `plain`: without a question; the script is checked again and gets almost no environment. `inside`: in the sandbox.
   * `outside`: approved by the person or by the person's rule.
   */
  readonly way: "plain" | "inside" | "outside";
  /** Names of secret-looking variables from `Commands.variables` that it gets; none for a plain command. */
  readonly variables?: readonly string[];
  /** The call returns before the command ends. */
  readonly isBackground?: boolean;
}

/** A path that was moved away because something would run it. */
export interface MovedPath {
  readonly path: string;
  /** Its new place; undefined if it could not be moved. */
  readonly to: string | undefined;
}

/** A sandboxed command's change of a file that runs when somebody builds, tests or installs. */
export interface RunnableChange {
  /** Absolute and real, except that the path itself may be a link. */
  readonly path: string;
  /** Undefined for a new file, or if the earlier content was not stored. */
  readonly before: string | undefined;
  readonly after: string;
}

export interface Command {
  readonly id: string;
  readonly ended: Promise<CommandEnd>;
  /**
   * New paths of a sandboxed command that run by themselves, such as `.git`: moved away. Complete after the command's
   * end.
   */
  readonly movedAway: readonly MovedPath[];
  /** For a sandboxed command; complete after its end. */
  readonly runnable?: readonly RunnableChange[];
  /**
   * Restores such files, and moves away new files and files without a stored content. Skips a file that changed since.
   * Returns the paths that were moved away or skipped.
   */
  putBack?(changes: readonly RunnableChange[]): Promise<readonly MovedPath[]>;
  output(): OutputSummary;
  /** Ends the command and all its processes; resolves when none is left. */
  stop(): Promise<void>;
}

export interface Commands {
  /** Whether a script may run in a folder without a question. `folder` is absolute. */
  isPlain(script: string, folder: string): Promise<boolean>;
  /** Why there is no sandbox; undefined if a test proved it. */
  sandboxProblem(): Promise<string | undefined>;
  /** Names of the secret-looking variables that are set and that the person allows for commands here. */
  variables(): readonly string[];
  start(request: CommandRequest): Promise<Command>;
  /** A command of this run, or a background command of an earlier run. */
  find(id: string): Command | undefined;
  /** Number of earlier runs' commands that still run. */
  readonly earlier?: number;
  /** Ends the run's commands except those in `kept`; no command starts afterwards. */
  stopAll(kept?: ReadonlySet<string>): Promise<void>;
}
