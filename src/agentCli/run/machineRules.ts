import { joinedChecks, readChecks } from "../../agent/trust/doneChecks.ts";
import { type AgentLevel, agentLevels } from "../../agent/trust/levels.ts";
import {
  holdExclusions,
  type PolicyState,
  policyRefusal,
} from "../../shared/hubApi/machinePolicy.ts";
import { ProgramError } from "./programError.ts";
import type { ProgramOptions } from "./programOptions.ts";
import { version } from "./version.ts";

/** Applies the organisation's rules on this machine. Throws a `ProgramError` if they forbid the hub. */
export function requireAllowedHub(baseUrl: string, rules: PolicyState): void {
  holdExclusions(rules);
  const refusal = policyRefusal(rules, version, baseUrl);
  if (refusal !== undefined) {
    throw new ProgramError(refusal);
  }
}

/** Level and cap that the organisation set are the most that a run gets; its checks run too. */
export function withinRules(options: ProgramOptions, rules: PolicyState): ProgramOptions {
  requireAllowedHub(options.baseUrl, rules);
  const settings = rules.state === "holds" ? (rules.policy.settings ?? {}) : {};
  const cap = settings["aiHub.agent.maxCost"];
  const most = agentLevels.find((level) => level === settings["aiHub.agent.level"]);
  return {
    ...options,
    level: most === undefined ? options.level : lower(options.level, most),
    checks: joinedChecks(
      readChecks(settings["aiHub.agent.checks"], "organisation"),
      options.checks,
    ),
    ...(typeof cap === "number" && { maxCost: Math.min(options.maxCost ?? cap, cap) }),
  };
}

function lower(one: AgentLevel, other: AgentLevel): AgentLevel {
  return agentLevels.indexOf(one) < agentLevels.indexOf(other) ? one : other;
}
