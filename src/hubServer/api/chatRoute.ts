import type { Caller } from "../auth/caller.ts";
import { ApiError } from "../http/apiError.ts";
import type { HubRequest, HubResponse } from "../http/message.ts";
import { modelNotFound } from "../http/modelNotFound.ts";
import { admittedCall, type ChatCall } from "../models/chatCall.ts";
import type { FoundModel } from "../models/modelCatalog.ts";
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
  const { id, model } = await findModel(deps.override(request) ?? call.model, deps);
  const { chat, isEstimated = false, contextLength = Infinity } = model;
  if (!chat) {
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
  );
  const isWhole = !call.isStreamed;
  return serveBillable({ request, caller, facts, isWhole }, deps, (admission, context) =>
    chat(admittedCall(call, admission), context),
  );
}

export function chatFacts(call: ChatCall, model: string): CallFacts {
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
  };
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
