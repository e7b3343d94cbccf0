import type { OwnRule } from "../../dlp/dlpRules.ts";
import type { HubProtection } from "../../shared/guarded/dataProtection.ts";
import type { OwnKind } from "../../shared/guarded/ownKinds.ts";
import { agentJson } from "../admin/records/profileAgent.ts";
import type { Caller } from "../auth/caller.ts";
import { completionsPerMinute } from "../governance/budgets/reservations.ts";
import { inHouseModels } from "../governance/inHouse.ts";
import type { Configuration } from "../governance/policy/recordCache.ts";
import { type HubResponse, jsonResponse } from "../http/message.ts";
import type { ProfileRecord } from "../store/records.ts";

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
  const known = await configuration(caller);
  const { settings } = known;
  const profile = known.profileOf(caller);
  const own = profile ? known.ownRulesOf(profile.id, now()) : [];
  const agent = profile ? agentJson(profile.agent) : { is_allowed: false };
  return jsonResponse(200, {
    object: "agent_policy",
    agent,
    completion: {
      is_allowed: profile !== undefined && profile.policy.allowsCompletion !== false,
      requests_per_minute: completionsPerMinute,
      next_edits: true,
    },
    ...(profile?.client && { client: profile.client }),
    exclusions: profile?.exclusions ?? [],
    own_kinds: sentKinds(own),
    ...(profile && { sensitive_data: protectionOf(profile, own, { caller, known }) }),
    currency: settings.currency,
  });
}

function protectionOf(
  profile: ProfileRecord,
  own: readonly OwnRule[],
  { caller, known }: { readonly caller: Caller; readonly known: Configuration },
): HubProtection {
  const chat = { caller, format: "openai", model: "", hasTools: false, hasImages: false } as const;
  const { places = {} } = profile.protection ?? {};
  const ofOwn = own.map(({ kind, action }) => [`own.${kind.placeholder}`, action] as const);
  return {
    actions: { ...profile.dlp, ...Object.fromEntries(ofOwn) },
    tool_actions: { ...places.tools },
    system_actions: { ...places.system },
    completion_actions: { ...places.completions },
    edit_actions: { ...places.edits },
    refuse_unread: profile.protection?.refuse_unread === true,
    may_mask: profile.protection?.may_mask !== false,
    in_house: inHouseModels(chat, profile, known)[0] ?? null,
  };
}

/** Kinds with a pattern that act; terms never leave the hub. */
function sentKinds(rules: readonly OwnRule[]): readonly OwnKind[] {
  return rules
    .filter(({ kind, action }) => action !== "allow" && kind.pattern !== undefined)
    .map(({ kind }) => kind);
}
