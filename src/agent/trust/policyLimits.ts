import { agentLevels, type AgentLevel } from "../../shared/hubApi/agentLevels.ts";
import type { AgentPolicy } from "../../shared/hubApi/agentPolicy.ts";
import { allowsIdentity, type AllowsServer } from "../../shared/hubApi/mcpIdentity.ts";
import type { ApprovalRule } from "./approvalRules.ts";
import { type DoneChecks, joinedChecks, ownedChecks } from "./doneChecks.ts";
import { type AllowsTool, policyPin } from "./policyPin.ts";
import { siteRule } from "./site.ts";

export interface AgentWish {
  readonly level: AgentLevel;
  /** In the hub's currency; undefined: no cap. */
  readonly maxCost: number | undefined;
  readonly checks?: DoneChecks;
}

export interface AllowedWish extends AgentWish {
  readonly checks: DoneChecks;
  readonly isAllowed: boolean;
  readonly allowsServer: AllowsServer;
  readonly allowsTool: AllowsTool;
  readonly allowsCommands: boolean;
  /** Their pages are read without a question. */
  readonly siteRules: readonly ApprovalRule[];
  /** The highest cap; undefined: any. */
  readonly mostCost: number | undefined;
}

/** Lowers the wishes to the hub's policy; an absent field sets no limit. */
export function withinPolicy(wish: AgentWish, policy: AgentPolicy): AllowedWish {
  const { is_allowed, max_run_cost, mcp_servers, mcp_pins = [] } = policy;
  const pins = new Set(mcp_pins);
  const most = typeof max_run_cost === "string" ? Number(max_run_cost) : undefined;
  const { level, maxCost } = wish;
  return {
    isAllowed: is_allowed !== false,
    allowsCommands: policy.allow_commands !== false,
    siteRules: (policy.web_sites ?? []).map(siteRule),
    checks: joinedChecks(ownedChecks(policy.checks ?? [], "organisation"), wish.checks ?? []),
    level: allowedLevel(level, policy),
    mostCost: most,
    maxCost: most === undefined ? maxCost : Math.min(maxCost ?? most, most),
    allowsServer: (server) =>
      mcp_servers === undefined || mcp_servers.some((entry) => allowsIdentity(entry, server)),
    allowsTool: (server, tool) =>
      pins.has(policyPin(server, tool)) || !mcp_pins.some((pin) => pin.startsWith(`${server}/`)),
  };
}

export function allowedLevel(level: AgentLevel, { max_level }: AgentPolicy): AgentLevel {
  const most = max_level ?? level;
  return agentLevels.indexOf(most) < agentLevels.indexOf(level) ? most : level;
}
