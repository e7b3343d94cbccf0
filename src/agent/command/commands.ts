import type { OutputSummary } from "./outputText.ts";

export type CommandEnd =
  | { readonly kind: "exited"; readonly code: number }
  | { readonly kind: "signalled"; readonly signal: string }
  | { readonly kind: "stopped" }
  | { readonly kind: "timedOut" }
  | { readonly kind: "notStarted"; readonly reason: string };

export interface CommandRequest {
  readonly script: string;
  readonly folder: string;
  readonly timeoutMs: number;
  /**
   * `plain`: the script is checked again and gets almost no environment. `inside`: in the sandbox. `outside`: approved
   * by the person or a rule.
   */
  readonly way: "plain" | "inside" | "outside";
  /** Secret-looking variables that the command gets; a plain command gets no such variable. */
  readonly variables?: readonly string[];
  readonly isBackground?: boolean;
}

export interface MovedPath {
  readonly path: string;
  readonly to: string | undefined;
}

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
  /** Paths that run by themselves, such as `.git`, and were moved aside. Complete after the command's end. */
  readonly movedAway: readonly MovedPath[];
  readonly runnable?: readonly RunnableChange[];
  /**
   * Restores the files. Moves aside new files and files whose earlier content is not stored; skips files that changed
   * since. Returns the moved and the skipped paths.
   */
  putBack?(changes: readonly RunnableChange[]): Promise<readonly MovedPath[]>;
  output(): OutputSummary;
  /** Resolves when no process is left. */
  stop(): Promise<void>;
}

export interface Commands {
  /** True if the script may run without a question. `folder` is absolute. */
  isPlain(script: string, folder: string): Promise<boolean>;
  /** Undefined if a test proved the sandbox. */
  sandboxProblem(): Promise<string | undefined>;
  variables(): readonly string[];
  start(request: CommandRequest): Promise<Command>;
  find(id: string): Command | undefined;
  readonly earlier?: number;
  /** No command starts afterwards. */
  stopAll(kept?: ReadonlySet<string>): Promise<void>;
}
