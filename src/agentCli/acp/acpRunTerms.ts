import type { CapTerms } from "../../agent/run/runCap.ts";
import { type AllowedWish, withinPolicy } from "../../agent/trust/policyLimits.ts";
import type { AgentPolicy } from "../../shared/hubApi/agentPolicy.ts";
import { ProgramError } from "../run/programError.ts";
import { defaultMaxCost, type ProgramOptions } from "../run/programOptions.ts";

export interface AcpRunTerms {
  readonly policy: AgentPolicy;
  readonly wished: AllowedWish;
  readonly cap: CapTerms;
}

/** The options, limited by the hub's policy. Throws if the policy allows no run. */
export function runTerms(options: ProgramOptions, policy: AgentPolicy): AcpRunTerms {
  const { maxCost = defaultMaxCost } = options;
  const wished = withinPolicy({ ...options, level: "sandbox", maxCost }, policy);
  if (!wished.isAllowed) {
    throw new ProgramError("The hub's policy allows no runs of an agent with this token.");
  }
  return { policy, wished, cap: { step: maxCost, most: wished.mostCost } };
}
