import type { OwnRule } from "../../dlp/dlpRules.ts";
import type { OwnKind } from "../../shared/guarded/ownKinds.ts";
import { agentJson } from "../admin/records/profileAgent.ts";
import type { Caller } from "../auth/caller.ts";
import { completionsPerMinute } from "../governance/budgets/reservations.ts";
import type { Configuration } from "../governance/policy/recordCache.ts";
import { type HubResponse, jsonResponse } from "../http/message.ts";

export interface PolicyRouteDeps {
  readonly configuration: (caller: Caller) => Promise<Configuration>;
}

/** Prompts and skills of the caller's profile. */
export async function skillsRoute(
  caller: Caller,
  { configuration }: PolicyRouteDeps,
): Promise<HubResponse> {
  const { profileOf } = await configuration(caller);
  return jsonResponse(200, { object: "list", data: profileOf(caller)?.skills ?? [] });
}

export async function policyRoute(
  caller: Caller,
  { configuration, now }: PolicyRouteDeps & { readonly now: () => number },
): Promise<HubResponse> {
  const { profileOf, ownRulesOf, settings } = await configuration(caller);
  const profile = profileOf(caller);
  const agent = profile ? agentJson(profile.agent) : { is_allowed: false };
  return jsonResponse(200, {
    object: "agent_policy",
    agent,
    completion: {
      is_allowed: profile !== undefined && profile.policy.allowsCompletion !== false,
      requests_per_minute: completionsPerMinute,
    },
    exclusions: profile?.exclusions ?? [],
    own_kinds: sentKinds(profile ? ownRulesOf(profile.id, now()) : []),
    currency: settings.currency,
  });
}

/** Kinds with a pattern that act; terms never leave the hub. */
function sentKinds(rules: readonly OwnRule[]): readonly OwnKind[] {
  return rules
    .filter(({ kind, action }) => action !== "allow" && kind.pattern !== undefined)
    .map(({ kind }) => kind);
}
