import type { ToolDefinition } from "../../shared/tool.ts";
import type { Act } from "../trust/levels.ts";

/** A file as a call would leave it. */
export interface PlannedFile {
  /** Absolute, links followed. */
  readonly path: string;
  /** Undefined for a new file. */
  readonly before: string | undefined;
  /** Undefined if it is deleted, or moved away from there. */
  readonly after: string | undefined;
}

/** A path that was named by a link, or below one; both as people see them. */
export interface PathLink {
  readonly named: string;
  /** What it leads to, and what counts. */
  readonly target: string;
}

/** What a call is about to do, for the table of levels and for a card. */
export interface PlannedAct {
  readonly act: Act;
  /** Asked about at every level. */
  readonly alwaysAsks?: boolean;
  /** Paths as people see them; of a link, its target. */
  readonly paths: readonly string[];
  /** The links among the paths, the folder of a command included. */
  readonly links?: readonly PathLink[];
  /** A file like one of the paths usually holds secrets. */
  readonly isSecret?: true;
  /** The command that would run; absent for other acts. */
  readonly command?: string;
  /** The folder of the command, as people see it. */
  readonly folder?: string;
  /** A path, or the command's folder, is not in the workspace: the person's kept rules do not allow a command there. */
  readonly isOutside?: true;
  /** The names of the secret-looking variables that the command would get. */
  readonly variables?: readonly string[];
  /** What the call is for, in the model's words. */
  readonly purpose?: string;
  /** Whether the command would run in the sandbox. */
  readonly isSandboxed?: boolean;
  /**
   * The model asks for the command outside the sandbox, in which it would run otherwise: always a card, unless a rule was made
   * for outside. `reason`: in the model's words; empty if it gives none.
   */
  readonly leavesSandbox?: { readonly reason: string };
  /** A command in the sandbox has made the change already: without the person's word it is put back. */
  readonly isByCommand?: true;
  /** What this changes cannot be taken back: nothing keeps what is there before. */
  readonly notUndoable?: true;
  /** It deletes files that Git ignores, which nobody keeps; the rest can be taken back. */
  readonly losesIgnored?: true;
  /** The files of the call that have changes of the person which are not saved; they are saved first, as people see them. */
  readonly saves?: readonly string[];
  /** One line for the person. */
  readonly title: string;
  /** What will change, as a unified diff; empty for a read. */
  readonly detail: string;
  /** The same as whole texts, for programs that show differences themselves. */
  readonly files?: readonly PlannedFile[];
  /** The MCP server that would start or be called. */
  readonly mcp?: {
    readonly server: string;
    /** The tool that is called, by the name that models use; a rule may name it. */
    readonly tool?: string;
    /** New or changed tools that models would have from now on, as the server names them. */
    readonly newTools?: readonly string[];
  };
}

/** Asks the person while a call runs. `nobody`: there is no person who could be asked. */
export type AskWithin = (planned: PlannedAct) => Promise<"approved" | "rejected" | "nobody">;

export interface ToolResult {
  readonly isError: boolean;
  /** For the model. */
  readonly text: string;
}

export type Preparation =
  /** Nothing was done; the text tells the model why. */
  | { readonly kind: "refused"; readonly text: string }
  | {
      readonly kind: "ready";
      readonly planned: PlannedAct;
      /** Does exactly what was planned, or nothing if the files are no longer as they were. */
      readonly run: (signal: AbortSignal, ask?: AskWithin) => Promise<ToolResult>;
    };

/** A tool of the agent. */
export interface AgentTool {
  readonly definition: ToolDefinition;
  /** Writes run alone, in the order of the calls. */
  readonly isWrite: boolean;
  /** A command may change anything or nothing: the same one again counts as a repetition. */
  readonly isCommand?: boolean;
  /** What a run must still know word for word when its messages are summarised. */
  readonly kept?: () => readonly string[];
  /** The run is over: notes what is still to be noted of it. */
  readonly end?: () => Promise<void>;
  /** Checks the untrusted arguments and reads what is needed. Changes nothing. */
  prepare(input: unknown, signal: AbortSignal): Promise<Preparation>;
}

export function refused(text: string): Preparation {
  return { kind: "refused", text };
}

export function failed(text: string): ToolResult {
  return { isError: true, text };
}

export function done(text: string): ToolResult {
  return { isError: false, text };
}
