import type { Caller } from "../auth/caller.ts";
import type { Admission } from "../governance/budgets/admission.ts";
import { ApiError } from "../http/apiError.ts";
import type { HubRequest, HubResponse } from "../http/message.ts";
import { modelNotFound } from "../http/modelNotFound.ts";
import { admittedCall, type ChatCall } from "../models/chatCall.ts";
import type { FoundModel } from "../models/modelCatalog.ts";
import type { Model } from "../models/modelSource.ts";
import type { ApiDeps } from "./apiDeps.ts";
import { type CallFacts, serveBillable } from "./billableRoute.ts";

export async function chatCompletionsRoute(
  request: HubRequest,
  caller: Caller,
  deps: ApiDeps,
): Promise<HubResponse> {
  const call = await deps.bodies.chat(
    await request.body(caller),
    { owner: caller.tokenId, signal: request.signal },
    "openai",
  );
  return serveChat(call, { request, caller }, deps);
}

export async function serveChat(
  call: ChatCall,
  { request, caller }: { readonly request: HubRequest; readonly caller: Caller },
  deps: ApiDeps,
): Promise<HubResponse> {
  const asked = await findModel(deps.override(request) ?? call.model, deps);
  const { id, model } = asked;
  const { isEstimated = false, contextLength = Infinity } = model;
  if (!model.chat) {
    throw new ApiError(400, `The model "${id}" does not chat: it makes embeddings.`, {
      code: "model_not_supported",
      param: "model",
    });
  }
  const facts = chatFacts(
    {
      ...call,
      mostInputTokens: isEstimated
        ? call.inputTokens
        : Math.min(call.mostInputTokens, contextLength),
    },
    deps.override(request) === undefined ? id : call.model,
    servingInHouse(deps, "chat"),
  );
  const { isStreamed: isStream } = call;
  const ofStream = model.isBuiltIn === true ? "never" : "ifHidden";
  const readsOn = isStream ? ofStream : "always";
  return serveBillable(
    { request, caller, facts, isStream, readsOn },
    deps,
    async (admission, context) => {
      const served = await admittedModel(admission, asked, deps);
      if (!served.chat) {
        throw modelNotFound(id);
      }
      return served.chat(admittedCall(call, admission), context);
    },
  );
}

export function chatFacts(
  call: ChatCall,
  model: string,
  servesInHouse: CallFacts["servesInHouse"],
): CallFacts {
  const { format, fields, held, asWritten, inputTokens, mostInputTokens } = call;
  return {
    format,
    model,
    fields,
    ...(held && { held }),
    asWritten,
    maxOutputTokens: call.maxTokens,
    inputTokens,
    mostInputTokens,
    hasTools: call.hasTools,
    hasImages: call.hasImages,
    cachesHour: call.cachesHour,
    servesInHouse,
  };
}

export function servingInHouse(
  { catalog }: Pick<ApiDeps, "catalog">,
  ...ways: readonly ("chat" | "complete" | "embed")[]
): CallFacts["servesInHouse"] {
  return async (id) => {
    const found = await catalog.find(id, true);
    return found !== undefined && ways.some((way) => found.model[way] !== undefined);
  };
}

/** The model that an admission allows: a confined request gets only servers in house. */
export async function admittedModel(
  { inHouse }: Admission,
  asked: FoundModel,
  { catalog }: Pick<ApiDeps, "catalog">,
): Promise<Model> {
  if (inHouse === undefined) {
    return asked.model;
  }
  const found = await catalog.find(inHouse, true);
  if (!found) {
    throw modelNotFound(inHouse);
  }
  return found.model;
}

export async function findModel(
  id: string,
  { catalog }: Pick<ApiDeps, "catalog">,
): Promise<FoundModel> {
  const found = await catalog.find(id);
  if (!found) {
    throw modelNotFound(id);
  }
  return found;
}
