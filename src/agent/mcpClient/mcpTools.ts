import type { AllowsServer } from "../../shared/hubApi/mcpIdentity.ts";
import type { AgentTool, PlannedAct } from "../tools/base/agentTool.ts";
import type { AllowsTool } from "../trust/policyPin.ts";
import type { ToolChange } from "./toolPins.ts";

/** `waiting`: the person has not yet approved this program with these arguments. */
export interface ServerState {
  readonly name: string;
  readonly state: "waiting" | "stopped" | "starting" | "ready" | "failed";
  readonly problem?: string;
  readonly tools: readonly ToolState[];
}

export interface ToolState {
  readonly name: string;
  readonly wireName: string;
  readonly tokens: number;
  /**
   * `withheld`: its present form was not reviewed. `notPinned`: the hub's policy allows only reviewed tools. `tooMany`:
   * 64 others precede it.
   */
  readonly state: "offered" | "withheld" | "off" | "notPinned" | "tooMany";
  readonly policyPin: string;
  readonly change?: ToolChange;
}

/** Nothing starts unless it resolves to `true`. */
export type ApproveStart = (planned: PlannedAct, signal: AbortSignal) => Promise<boolean>;

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
  /** True if the policy allows the server. Absent: all servers. */
  readonly allowsServer?: AllowsServer;
  readonly allowsTool?: AllowsTool;
  /** The run begins without slower servers. 2,000 if absent. */
  readonly waitMs?: number;
}

export interface McpTools {
  /**
   * The tools are at most 64 and frozen for the run: a call of a changed tool is refused. Starts servers with an
   * approved start.
   */
  tools(request: ToolsRequest): Promise<readonly AgentTool[]>;
  states(): readonly ServerState[];
}
