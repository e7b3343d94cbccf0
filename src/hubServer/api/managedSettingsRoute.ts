import { createHash } from "node:crypto";

import type { Caller } from "../auth/caller.ts";
import { claudeCodePolicy } from "../governance/policy/vendorPolicies.ts";
import { type HubRequest, type HubResponse, jsonResponse } from "../http/message.ts";
import { visibleChatModels } from "./modelsRoute.ts";
import { type PolicyDeps, rulesFor } from "./vendorPolicyRoute.ts";

const families = ["haiku", "opus", "sonnet"];

/**
 * Settings that Claude Code fetches after its sign-in at a gateway (its `GET /protocol`), and again every hour with
 * `If-None-Match`.
 */
export async function managedSettingsRoute(
  request: HubRequest,
  caller: Caller,
  deps: PolicyDeps,
): Promise<HubResponse> {
  const rules = await rulesFor(caller, await visibleChatModels(caller, deps), deps);
  const { content } = claudeCodePolicy(rules);
  const settings = { ...content, ...settingsFor(rules.models) };
  const digest = createHash("sha256").update(JSON.stringify(settings)).digest("hex");
  const checksum = `sha256:${digest}`;
  const headers = { etag: `"${checksum}"` };
  return request.header("if-none-match") === headers.etag
    ? { status: 304, headers, body: "" }
    : jsonResponse(200, { uuid: checksum, checksum, settings }, headers);
}

/** The settings. Claude Code asks for its vendor's models by family: each gets a model that this person may use. */
function settingsFor(models: readonly string[]): Readonly<Record<string, unknown>> {
  const [first] = models;
  const defaults = families.flatMap((family) => {
    const model = models.find((id) => id.includes(family)) ?? first;
    return model === undefined ? [] : [[`ANTHROPIC_DEFAULT_${family.toUpperCase()}_MODEL`, model]];
  });
  return {
    ...(first !== undefined && { model: first }),
    availableModels: models,
    env: {
      ...Object.fromEntries(defaults),
      ANTHROPIC_CUSTOM_HEADERS: "X-Hub-App: claude-code",
    },
  };
}
