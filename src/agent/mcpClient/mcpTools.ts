import type { AgentTool, PlannedAct } from "../tools/agentTool.ts";
import type { AllowsTool } from "../trust/policyPin.ts";
import type { ToolChange } from "./toolPins.ts";

/** The state of one server. `waiting`: nobody has approved its start as it is now. */
export interface ServerState {
  readonly name: string;
  readonly state: "waiting" | "stopped" | "starting" | "ready" | "failed";
  /** Why it failed; safe to show. */
  readonly problem?: string;
  readonly tools: readonly ToolState[];
}

export interface ToolState {
  /** As the server names it. */
  readonly name: string;
  /** As models call it. */
  readonly wireName: string;
  /** Estimated tokens of its definition in each request. */
  readonly tokens: number;
  /**
   * `withheld`: nobody has looked at it as it is now. `off`: the person does not want it. `notPinned`: the hub's policy allows
   * the server's tools only as an administrator has seen them, and this one is not so. `tooMany`: 64 others come before it.
   */
  readonly state: "offered" | "withheld" | "off" | "notPinned" | "tooMany";
  /** How the hub's policy would name it as it is now. */
  readonly policyPin: string;
  readonly change?: ToolChange;
}

/** Asks the person about a start (act `serverStart`); nothing starts before `true`. */
export type ApproveStart = (planned: PlannedAct, signal: AbortSignal) => Promise<boolean>;

/** Shows a person the new and changed tools of a server; returns the server's names of those that a model may have. */
export type ReviewTools = (
  server: string,
  changes: readonly ToolChange[],
  signal: AbortSignal,
) => Promise<readonly string[]>;

export interface ToolsRequest {
  readonly signal: AbortSignal;
  /** Absent: servers whose start is not approved stay as they are. */
  readonly approveStart?: ApproveStart;
  /** Absent: new and changed tools stay withheld. */
  readonly review?: ReviewTools;
  /** Whether the hub's policy allows a server, by its name. Absent: all. The editor's own tools count as `editor`. */
  readonly allowsServer?: (name: string) => boolean;
  /** Whether it allows a tool of an allowed server. Absent: all. */
  readonly allowsTool?: AllowsTool;
  /** How long servers that are starting are waited for, in milliseconds; the others go without them. 2,000 if absent. */
  readonly waitMs?: number;
}

/** The tools of MCP servers for runs of the agent. */
export interface McpTools {
  /**
   * The tools that a run may have, at most 64, frozen: what a server changes later is not in them, and a call of a
   * tool that is no longer as it was is refused. Starts servers whose start is approved.
   */
  tools(request: ToolsRequest): Promise<readonly AgentTool[]>;
  /** The servers in their order, for a person. */
  states(): readonly ServerState[];
}
