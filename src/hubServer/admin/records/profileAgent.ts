import { openProfileAgent, type ProfileAgent } from "../../../shared/hubApi/agentPolicy.ts";
import { invalid } from "../../http/invalidField.ts";
import type { AgentLimits } from "../../store/records.ts";
import { formatMoney, parseMoney } from "../../values/money.ts";

/** Fields that an older client omits keep their values of `before`. */
export function agentLimitsOf(
  input: ProfileAgent | undefined,
  before: AgentLimits | undefined,
): AgentLimits | undefined {
  if (!input) {
    return undefined;
  }
  const { is_allowed, max_level, mcp_servers, max_run_cost, max_run_tokens } = input;
  const unreadable = input.web_sites?.find((site) => !URL.canParse(site));
  if (unreadable !== undefined) {
    throw invalid(`"${unreadable}" is no address of a site.`, "agent.web_sites");
  }
  const allowsCommands = input.allow_commands ?? before?.allowsCommands;
  return {
    isAllowed: is_allowed,
    mcpServers: mcp_servers,
    ...listsOf(input, before),
    ...(allowsCommands !== undefined && { allowsCommands }),
    ...(typeof max_level === "string" && { maxLevel: max_level }),
    ...(typeof max_run_cost === "string" && { maxRunCost: parseMoney(max_run_cost) }),
    ...(typeof max_run_tokens === "number" && { maxRunTokens: max_run_tokens }),
  };
}

function listsOf(
  { mcp_pins, web_sites, checks }: ProfileAgent,
  before: AgentLimits | undefined,
): Pick<AgentLimits, "mcpPins" | "webSites" | "checks"> {
  const pins = filled(mcp_pins ?? before?.mcpPins);
  const sites = filled(web_sites ?? before?.webSites);
  const due = filled(checks ?? before?.checks);
  return {
    ...(pins && { mcpPins: [...new Set(pins)] }),
    ...(sites && { webSites: [...new Set(sites)] }),
    ...(due && { checks: due }),
  };
}

/** The list, or undefined if it is empty: an empty list is not stored. */
function filled<T>(list: readonly T[] | undefined): readonly T[] | undefined {
  return list && list.length > 0 ? list : undefined;
}

export function agentJson(limits: AgentLimits | undefined): ProfileAgent {
  if (!limits) {
    return openProfileAgent;
  }
  const {
    isAllowed,
    mcpServers,
    mcpPins = [],
    webSites = [],
    checks = [],
    allowsCommands = true,
    maxLevel,
    maxRunCost,
    maxRunTokens,
  } = limits;
  return {
    is_allowed: isAllowed,
    max_level: maxLevel ?? null,
    mcp_servers: [...mcpServers],
    mcp_pins: [...mcpPins],
    allow_commands: allowsCommands,
    web_sites: [...webSites],
    checks: [...checks],
    max_run_cost: maxRunCost === undefined ? null : formatMoney(maxRunCost),
    max_run_tokens: maxRunTokens ?? null,
  };
}
