import { joinedChecks, readChecks } from "../../agent/trust/doneChecks.ts";
import { withinPolicy } from "../../agent/trust/policyLimits.ts";
import {
  fixedFormat,
  fixedSetting,
  holdExclusions,
  type PolicyState,
  policyRefusal,
  withHubSettings,
  withinMachine,
} from "../../shared/hubApi/machinePolicy.ts";
import type { HubModel } from "../../shared/hubApi/model.ts";
import { ProgramError } from "./programError.ts";
import type { ProgramOptions } from "./programOptions.ts";
import { printNotice } from "./terminal.ts";
import { version } from "./version.ts";

/** Applies the organisation's rules on this machine. Throws a `ProgramError` if they forbid the hub. */
export function requireAllowedHub(baseUrl: string, rules: PolicyState): void {
  holdExclusions(rules);
  const refusal = policyRefusal(rules, version, baseUrl);
  if (refusal !== undefined) {
    throw new ProgramError(refusal);
  }
}

/**
 * The options with all values that the organisation set; level, cap and steps are the most that a run gets. Tells of
 * each flag that asks for more. Throws a `ProgramError` for servers of the person's own, if the servers are set.
 */
export function withinRules(
  options: ProgramOptions,
  rules: PolicyState,
  tell: (line: string) => void = printNotice,
): ProgramOptions {
  requireAllowedHub(options.baseUrl, rules);
  const fixed = (name: string): unknown => fixedSetting(rules, `aiHub.${name}`);
  if (options.mcpFile !== undefined && fixed("mcp.servers") !== undefined) {
    throw new ProgramError("Your organisation has set the MCP servers. Leave out --mcp.");
  }
  const { level, maxCost } = withinPolicy(options, withinMachine({}, rules));
  const [steps, model] = [fixed("agent.maxSteps"), fixed("model")];
  const held = {
    level,
    maxCost,
    maxSteps: typeof steps === "number" ? Math.min(options.maxSteps, steps) : options.maxSteps,
    model: typeof model === "string" && model !== "" ? model : options.model,
    chatFormat: fixedFormat(rules) ?? options.chatFormat,
  };
  for (const [name, flag] of flags) {
    if (options[name] !== undefined && options[name] !== held[name]) {
      tell(`Set by your organisation: ${flag} ${held[name]}`);
    }
  }
  const checks = joinedChecks(readChecks(fixed("agent.checks"), "organisation"), options.checks);
  return { ...options, ...held, checks, machine: rules };
}

/** The options with all values that the hub's last policy sets, too. */
export function withinHub(options: ProgramOptions, tell?: (line: string) => void): ProgramOptions {
  return withinRules(options, withHubSettings(options.machine), tell);
}

/** The models that a person may choose: one that the organisation has set is the only one. */
export function offeredModels(
  models: readonly HubModel[],
  { machine }: Pick<ProgramOptions, "machine">,
): readonly HubModel[] {
  const fixed = machine && fixedSetting(machine, "aiHub.model");
  return typeof fixed === "string" && fixed !== ""
    ? models.filter(({ id }) => id === fixed)
    : models;
}

const flags = [
  ["level", "--level"],
  ["maxCost", "--max-cost"],
  ["maxSteps", "--max-steps"],
  ["model", "--model"],
] as const;
