import type { OutputSummary } from "./outputText.ts";

/** How a command ended. */
export type CommandEnd =
  | { readonly kind: "exited"; readonly code: number }
  | { readonly kind: "signalled"; readonly signal: string }
  | { readonly kind: "stopped" }
  | { readonly kind: "timedOut" }
  /** Nothing ran: the shell or the folder is not there, or the script is no longer plain. */
  | { readonly kind: "notStarted"; readonly reason: string };

export interface CommandRequest {
  readonly script: string;
  /** Absolute. */
  readonly folder: string;
  /** Milliseconds. */
  readonly timeoutMs: number;
  /**
   * `plain`: nobody was asked; the script is checked again and gets almost no environment. `inside`: in the sandbox.
   * `outside`: the person approved it, or a rule of the person did.
   */
  readonly way: "plain" | "inside" | "outside";
  /** Secret-looking variables that it gets, of those that `Commands.variables` has; a plain one gets none. */
  readonly variables?: readonly string[];
  /** The call does not wait for its end. */
  readonly isBackground?: boolean;
}

/** What was moved out of reach of what would run it. */
export interface MovedPath {
  readonly path: string;
  /** Where it is kept; undefined if it could not be moved and is still there. */
  readonly to: string | undefined;
}

/** What a command in the sandbox changed of a file that runs when somebody builds, tests or installs. */
export interface RunnableChange {
  /** Absolute and real, but that it may be a link itself. */
  readonly path: string;
  /** Undefined for a new file, and where the content before was not kept. */
  readonly before: string | undefined;
  readonly after: string;
}

/** A command that runs or has ended. */
export interface Command {
  readonly id: string;
  readonly ended: Promise<CommandEnd>;
  /**
   * Paths that appeared while the command was in the sandbox although they run by themselves, such as `.git`: they were
   * moved away. Complete when the command has ended.
   */
  readonly movedAway: readonly MovedPath[];
  /** Of a command in the sandbox: complete when it has ended. */
  readonly runnable?: readonly RunnableChange[];
  /**
   * Puts such files back as they were, and moves away those that were not there, or were not kept. A file that changed since
   * stays. Returns what is not as it was: moved away, or left.
   */
  putBack?(changes: readonly RunnableChange[]): Promise<readonly MovedPath[]>;
  output(): OutputSummary;
  /** Ends the command and all that it started; resolves when nothing of it is left. */
  stop(): Promise<void>;
}

/** Commands on the machine of a run. */
export interface Commands {
  /** Whether a script may run without a question in a folder, which is absolute. */
  isPlain(script: string, folder: string): Promise<boolean>;
  /** Why no sandbox is there; undefined if one was proved. */
  sandboxProblem(): Promise<string | undefined>;
  /** The names of the secret-looking variables that the person lets in for commands here, and that are set. */
  variables(): readonly string[];
  start(request: CommandRequest): Promise<Command>;
  /** A command of this run, or one in the background of an earlier one, by its id. */
  find(id: string): Command | undefined;
  /** How many commands of earlier runs still run. */
  readonly earlier?: number;
  /** Ends the commands of the run but those with the ids in `kept`; none starts any more. */
  stopAll(kept?: ReadonlySet<string>): Promise<void>;
}
