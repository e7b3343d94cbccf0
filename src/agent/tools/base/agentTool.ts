import type { ToolDefinition } from "../../../shared/conversation/tool.ts";
import type { Act } from "../../trust/levels.ts";

/** A file before and after a call. */
export interface PlannedFile {
  /** Absolute, without links. */
  readonly path: string;
  /** Undefined for a new file. */
  readonly before: string | undefined;
  /** Undefined if it is deleted or moved away. */
  readonly after: string | undefined;
}

/** A path that is a link or below one; both as people see them. */
export interface PathLink {
  readonly named: string;
  /** The link's target, which counts. */
  readonly target: string;
}

/** A planned call, for the table of levels and for a card. */
export interface PlannedAct {
  readonly act: Act;
  /** Needs approval at every level. */
  readonly alwaysAsks?: boolean;
  /** Paths as people see them; for a link, its target. */
  readonly paths: readonly string[];
  /** The links among the paths, including the command's folder. */
  readonly links?: readonly PathLink[];
  /** A path's name is typical of secrets. */
  readonly isSecret?: true;
  readonly command?: string;
  /** The command's folder, as people see it. */
  readonly folder?: string;
  /** A path, or the command's folder, is outside the workspace: stored rules do not allow a command there. */
  readonly isOutside?: true;
  /** Names of the secret-looking variables that the command would get. */
  readonly variables?: readonly string[];
  /** The purpose of the call in the model's words. */
  readonly purpose?: string;
  readonly isSandboxed?: boolean;
  /**
   * The model asks to run the command outside the sandbox: always a card, unless a rule allows outside. `reason`: in
   * the model's words; may be empty.
   */
  readonly leavesSandbox?: { readonly reason: string };
  /** A sandboxed command made the change already: without approval it is undone. */
  readonly isByCommand?: true;
  /** The change cannot be undone: the earlier content is not stored. */
  readonly notUndoable?: true;
  /** It deletes ignored files, which are not stored; the rest can be undone. */
  readonly losesIgnored?: true;
  /** The call's files with unsaved changes of the person, as people see them; they are saved first. */
  readonly saves?: readonly string[];
  /** One line for the person. */
  readonly title: string;
  /** The change as a unified diff; empty for a read. */
  readonly detail: string;
  /** The change as whole texts, for programs that show differences themselves. */
  readonly files?: readonly PlannedFile[];
  /** The MCP server that would start or be called. */
  readonly mcp?: {
    readonly server: string;
    /** The called tool by its name for models; a rule may name it. */
    readonly tool?: string;
    /** New or changed tools for models, by the server's names. */
    readonly newTools?: readonly string[];
  };
}

/** Asks the person during a call. `nobody`: nobody can be asked. */
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
      /** Does exactly the planned act, or nothing if the files changed since. */
      readonly run: (signal: AbortSignal, ask?: AskWithin) => Promise<ToolResult>;
    };

export interface AgentTool {
  readonly definition: ToolDefinition;
  /** Writes run alone, in the order of the calls. */
  readonly isWrite: boolean;
  /** A command may change anything or nothing: its repetition counts for the loop guard. */
  readonly isCommand?: boolean;
  /** Text that must survive a summary word for word. */
  readonly kept?: () => readonly string[];
  /** Called at the run's end: records what is still open. */
  readonly end?: () => Promise<void>;
  /** Checks the untrusted arguments and reads what it needs. Changes nothing. */
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
