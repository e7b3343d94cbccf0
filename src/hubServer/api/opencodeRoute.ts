import type { Caller } from "../auth/caller.ts";
import { stringOf } from "../formats/base/fields.ts";
import { opencodePolicy } from "../governance/policy/vendorPolicies.ts";
import { type HubRequest, type HubResponse, jsonResponse } from "../http/message.ts";
import { originOfRequest } from "../http/requestOrigin.ts";
import { visibleChatModels } from "./modelsRoute.ts";
import { type PolicyDeps, rulesFor } from "./vendorPolicyRoute.ts";

/** The configuration that opencode reads after its sign-in, with the models that this person may use. */
export async function opencodeConfigRoute(
  request: HubRequest,
  caller: Caller,
  deps: PolicyDeps,
): Promise<HubResponse> {
  const models = await visibleChatModels(caller, deps);
  const [first] = models;
  const { content } = opencodePolicy(await rulesFor(caller, models, deps));
  return jsonResponse(200, {
    ...content,
    ...(first && { model: `hub/${first.id}`, small_model: `hub/${first.id}` }),
    provider: {
      hub: {
        npm: "@ai-sdk/openai-compatible",
        name: "AI Hub",
        options: {
          baseURL: `${originOfRequest(request)}/hub/v1`,
          apiKey: "{env:AI_HUB_TOKEN}",
          headers: { "X-Hub-App": "opencode" },
        },
        models: Object.fromEntries(
          models.map((model) => [model.id, { name: stringOf(model["name"]) ?? model.id }]),
        ),
      },
    },
  });
}
