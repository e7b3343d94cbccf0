import { openProfileAgent, type ProfileAgent } from "../../shared/agentPolicy.ts";
import type { AgentLimits } from "../store/records.ts";
import { formatMoney, parseMoney } from "../values/money.ts";

/** The limits of a profile's record; undefined if it limits nothing. */
export function agentLimitsOf(input: ProfileAgent | undefined): AgentLimits | undefined {
  if (!input) {
    return undefined;
  }
  const { is_allowed, max_level, mcp_servers, max_run_cost, max_run_tokens } = input;
  return {
    isAllowed: is_allowed,
    mcpServers: mcp_servers,
    ...(typeof max_level === "string" && { maxLevel: max_level }),
    ...(typeof max_run_cost === "string" && { maxRunCost: parseMoney(max_run_cost) }),
    ...(typeof max_run_tokens === "number" && { maxRunTokens: max_run_tokens }),
  };
}

/** The limits as both APIs show them. */
export function agentJson(limits: AgentLimits | undefined): ProfileAgent {
  if (!limits) {
    return openProfileAgent;
  }
  const { isAllowed, mcpServers, maxLevel, maxRunCost, maxRunTokens } = limits;
  return {
    is_allowed: isAllowed,
    max_level: maxLevel ?? null,
    mcp_servers: [...mcpServers],
    max_run_cost: maxRunCost === undefined ? null : formatMoney(maxRunCost),
    max_run_tokens: maxRunTokens ?? null,
  };
}
