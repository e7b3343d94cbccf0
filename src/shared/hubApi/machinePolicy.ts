import * as z from "zod/mini";

import { setExclusions } from "../guarded/excludedPaths.ts";
import { agentLevels } from "./agentLevels.ts";
import type { AgentPolicy } from "./agentPolicy.ts";
import { exclusionsSchema } from "./exclusions.ts";
import { hubSettings, versionSchema } from "./hubClientRules.ts";

const address = z.string().check(z.minLength(1), z.maxLength(2_000));
const settingName = z.string().check(z.regex(/^aiHub\.[\w.]{1,100}$/u));

/** The rules that an organisation sets on a machine, for all programs of AI Hub. */
export const machinePolicySchema = z.strictObject({
  version: z.literal(1),
  /** Addresses of hubs; `local` is the hub of the person's own machine. Absent: every hub. */
  hubs: z.optional(z.array(address).check(z.maxLength(100))),
  /** Values that a person cannot change. */
  settings: z.optional(z.record(settingName, z.unknown())),
  /** Values that apply until a person sets others. */
  defaults: z.optional(z.record(settingName, z.unknown())),
  /** Paths whose content never leaves the machine. */
  exclusions: z.optional(exclusionsSchema),
  /** A file of certificates (PEM) that all programs trust beside the usual ones. */
  ca: z.optional(address),
  /** An older program refuses to work. */
  minVersion: z.optional(versionSchema),
});

export type MachinePolicy = z.infer<typeof machinePolicySchema>;

/** `broken`: nothing may work, because the rules are unknown. */
export type PolicyState =
  | { readonly state: "absent" }
  | { readonly state: "broken"; readonly path: string; readonly reason: string }
  | { readonly state: "holds"; readonly path: string; readonly policy: MachinePolicy };

export function holdExclusions(rules: PolicyState): void {
  setExclusions("machine", rules.state === "holds" ? rules.policy.exclusions : undefined);
}

/** The rules of machine and connected hub: a value of the machine counts before one of the hub. */
export function withHubSettings(machine: PolicyState = { state: "absent" }): PolicyState {
  const ofHub = hubSettings();
  if (machine.state === "broken" || Object.keys(ofHub).length === 0) {
    return machine;
  }
  const { path, policy } = machine.state === "holds" ? machine : noFile;
  const settings = { ...ofHub, ...policy.settings };
  return { state: "holds", path, policy: { ...policy, settings } };
}

const noFile: { readonly path: string; readonly policy: MachinePolicy } = {
  path: "",
  policy: { version: 1 },
};

/** A value that the organisation has set, such as that of `aiHub.agent.level`. */
export function fixedSetting(rules: PolicyState, name: string): unknown {
  return rules.state === "holds" ? rules.policy.settings?.[name] : undefined;
}

const formats = ["openai", "anthropic", "auto"] as const;

export function fixedFormat(rules: PolicyState): (typeof formats)[number] | undefined {
  return formats.find((format) => format === fixedSetting(rules, "aiHub.chatFormat"));
}

/** The one policy of hub and machine: the lower level and the lower cap. */
export function withinMachine(policy: AgentPolicy, rules: PolicyState): AgentPolicy {
  const fixed = agentLevels.find((level) => level === fixedSetting(rules, "aiHub.agent.level"));
  const levels = agentLevels.filter((level) => level === fixed || level === policy.max_level);
  const cap = fixedSetting(rules, "aiHub.agent.maxCost");
  const least =
    typeof cap === "number" ? Math.min(cap, Number(policy.max_run_cost ?? cap)) : undefined;
  return {
    ...policy,
    ...(levels[0] && { max_level: levels[0] }),
    ...(least !== undefined && { max_run_cost: String(least) }),
  };
}

export type PolicyProblem = "brokenPolicy" | "oldVersion" | "hubNotAllowed";

/** The reason why a program of this version may not use a hub; `local` is the hub of the person's machine. */
export function policyProblem(
  rules: PolicyState,
  program: string,
  hub: string,
): PolicyProblem | undefined {
  if (rules.state === "absent") {
    return undefined;
  }
  if (rules.state === "broken") {
    return "brokenPolicy";
  }
  const { minVersion, hubs } = rules.policy;
  if (minVersion !== undefined && isOlder(program, minVersion)) {
    return "oldVersion";
  }
  return hubs === undefined || hubs.some((each) => isSameHub(each, hub))
    ? undefined
    : "hubNotAllowed";
}

/**
 * The refusal for programs in a terminal; undefined if the rules allow it. A program that uses no hub passes no
 * `hub`.
 */
export function policyRefusal(
  rules: PolicyState,
  program: string,
  hub?: string,
): string | undefined {
  const problem = policyProblem(rules, program, hub ?? "local");
  if (!problem || rules.state === "absent" || (problem === "hubNotAllowed" && hub === undefined)) {
    return undefined;
  }
  const texts: Readonly<Record<PolicyProblem, string>> = {
    brokenPolicy: `cannot be used. ${rules.state === "broken" ? rules.reason : ""}`,
    oldVersion: "need a newer version of this program.",
    hubNotAllowed: `do not allow the hub ${hub}.`,
  };
  return `The rules of your organisation (${rules.path}) ${texts[problem]}`;
}

/** True for the same origin, to which the token belongs. */
function isSameHub(allowed: string, hub: string): boolean {
  const [one, other] = [URL.parse(allowed)?.origin, URL.parse(hub)?.origin];
  return one === undefined || other === undefined ? allowed === hub : one === other;
}

/** By SemVer's precedence (§11), where `least` is a release: `1.0.0-beta` is older than `1.0.0`, `1.0.0+7` is not. */
export function isOlder(version: string, least: string): boolean {
  const [core = "", ...preRelease] = version.replace(/\+.*$/u, "").split("-");
  const [one, other] = [core, least].map((text) => text.split(".").map(Number));
  const index = (one ?? []).findIndex((part, at) => part !== other?.[at]);
  return index === -1 ? preRelease.length > 0 : (one?.[index] ?? 0) < (other?.[index] ?? 0);
}
