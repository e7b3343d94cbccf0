import type { AgentTool, PlannedAct } from "../tools/base/agentTool.ts";
import type { AllowsTool } from "../trust/policyPin.ts";
import type { ToolChange } from "./toolPins.ts";

/** `waiting`: nobody approved its present start. */
export interface ServerState {
  readonly name: string;
  readonly state: "waiting" | "stopped" | "starting" | "ready" | "failed";
  /** The reason of a failure; safe to show. */
  readonly problem?: string;
  readonly tools: readonly ToolState[];
}

export interface ToolState {
  /** The server's name for it. */
  readonly name: string;
  /** The models' name for it. */
  readonly wireName: string;
  /** Estimated tokens of its definition in each request. */
  readonly tokens: number;
  /**
   * `withheld`: nobody reviewed its present form. `off`: the person turned it off. `notPinned`: the hub's policy allows
   * only the tools that an administrator reviewed. `tooMany`: 64 others precede it.
   */
  readonly state: "offered" | "withheld" | "off" | "notPinned" | "tooMany";
  /** The policy's name for its present form. */
  readonly policyPin: string;
  readonly change?: ToolChange;
}

/** Asks the person about a start (act `serverStart`); nothing starts unless it resolves to `true`. */
export type ApproveStart = (planned: PlannedAct, signal: AbortSignal) => Promise<boolean>;

/** Shows a person a server's new and changed tools; returns the server's names of the allowed ones. */
export type ReviewTools = (
  server: string,
  changes: readonly ToolChange[],
  signal: AbortSignal,
) => Promise<readonly string[]>;

export interface ToolsRequest {
  readonly signal: AbortSignal;
  /** Absent: servers without an approved start do not start. */
  readonly approveStart?: ApproveStart;
  /** Absent: new and changed tools stay withheld. */
  readonly review?: ReviewTools;
  /**
   * Whether the hub's policy allows a server of this name. Absent: all. The editor's own tools are the server `editor`.
   */
  readonly allowsServer?: (name: string) => boolean;
  /** Whether the policy allows a tool of an allowed server. Absent: all. */
  readonly allowsTool?: AllowsTool;
  /** Milliseconds to wait for starting servers; the run begins without slower ones. 2,000 if absent. */
  readonly waitMs?: number;
}

/** The tools of MCP servers for runs of the agent. */
export interface McpTools {
  /**
   * At most 64 tools for a run, frozen: later changes of a server are ignored, and a call of a changed tool is refused.
   * Starts servers with an approved start.
   */
  tools(request: ToolsRequest): Promise<readonly AgentTool[]>;
  /** The servers in order, for a person. */
  states(): readonly ServerState[];
}
