import type { ToolDefinition } from "../../../shared/conversation/tool.ts";
import type { Act } from "../../trust/levels.ts";

export interface PlannedFile {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export interface PathLink {
  readonly named: string;
  readonly target: string;
}

/** A planned call, for the table of levels and for a card. */
export interface PlannedAct {
  readonly act: Act;
  readonly alwaysAsks?: boolean;
  readonly paths: readonly string[];
  readonly links?: readonly PathLink[];
  readonly isSecret?: true;
  readonly hasOtherNames?: true;
  /** True for a command outside the sandbox that may read paths which the organisation excludes. */
  readonly readsExcluded?: true;
  readonly command?: string;
  readonly folder?: string;
  /** A command that leaves the sandbox or the workspace; stored rules do not allow it. */
  readonly isOutside?: true;
  readonly variables?: readonly string[];
  readonly purpose?: string;
  readonly isSandboxed?: boolean;
  /** Always a card, unless a rule allows outside. `reason` may be empty. */
  readonly leavesSandbox?: { readonly reason: string };
  /** A command made the change; without approval the change is undone. */
  readonly isByCommand?: true;
  readonly notUndoable?: true;
  readonly losesIgnored?: true;
  /** Files with unsaved changes of the person; they are saved first. */
  readonly saves?: readonly string[];
  readonly title: string;
  readonly detail: string;
  /** The site of a web page, as `https://example.com`. */
  readonly site?: string;
  readonly files?: readonly PlannedFile[];
  /** The MCP server that would start or be called. */
  readonly mcp?: {
    readonly server: string;
    /** The tool's name as models see it. A rule can name the tool. */
    readonly tool?: string;
    readonly newTools?: readonly string[];
  };
}

/** `nobody`: no person can be asked. */
export type AskWithin = (planned: PlannedAct) => Promise<"approved" | "rejected" | "nobody">;

export interface ToolResult {
  readonly isError: boolean;
  readonly text: string;
  /** The exit code of a command that ended by itself. */
  readonly exitCode?: number;
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
  /** Texts that a summary must repeat word for word. */
  readonly kept?: () => readonly string[];
  /** Called at the run's end: records open changes. */
  readonly end?: () => Promise<void>;
  /** Checks untrusted arguments. Changes nothing. */
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
