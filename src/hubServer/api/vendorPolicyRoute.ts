import { openProfileAgent } from "../../shared/hubApi/agentPolicy.ts";
import { agentJson } from "../admin/records/profileAgent.ts";
import type { Caller } from "../auth/caller.ts";
import {
  claudeCodePolicy,
  codexPolicy,
  opencodePolicy,
  type VendorRules,
} from "../governance/policy/vendorPolicies.ts";
import { ApiError } from "../http/apiError.ts";
import { type HubResponse, jsonResponse } from "../http/message.ts";
import { anthropicAlias } from "../models/modelCatalog.ts";
import type { ModelInfo } from "../models/modelInfo.ts";
import type { ApiDeps } from "./apiDeps.ts";
import { visibleChatModels } from "./modelsRoute.ts";
import type { PolicyRouteDeps } from "./policyRoute.ts";

const clients = {
  "claude-code": claudeCodePolicy,
  codex: codexPolicy,
  opencode: opencodePolicy,
} as const;

export type PolicyDeps = Pick<ApiDeps, "catalog" | "governance"> & PolicyRouteDeps;

/** The caller's policy in the form that another agent reads from its administrator. */
export async function vendorPolicyRoute(
  caller: Caller,
  client: string,
  deps: PolicyDeps,
): Promise<HubResponse> {
  const known = Object.entries(clients).find(([name]) => name === client);
  if (!known) {
    const names = Object.keys(clients).join(", ");
    throw new ApiError(404, `There is no such client. There are: ${names}.`, { code: "not_found" });
  }
  const [name, express] = known;
  const { file, content, notExpressed } = express(
    await rulesFor(caller, await visibleChatModels(caller, deps), deps),
  );
  return jsonResponse(200, {
    object: "vendor_policy",
    client: name,
    file,
    content,
    not_expressed: notExpressed,
  });
}

/** The caller's policy and models, from which every form is made. */
export async function rulesFor(
  caller: Caller,
  models: readonly ModelInfo[],
  { configuration }: PolicyRouteDeps,
): Promise<VendorRules> {
  const profile = (await configuration(caller)).profileOf(caller);
  return {
    agent: profile ? agentJson(profile.agent) : { ...openProfileAgent, is_allowed: false },
    exclusions: profile?.exclusions ?? [],
    models: models.map(({ id }) => anthropicAlias(id)),
  };
}
