import type { Caller } from "../auth/caller.ts";
import { ApiError } from "../http/apiError.ts";
import type { HubRequest, HubResponse } from "../http/message.ts";
import { modelNotFound } from "../http/modelNotFound.ts";
import { admittedCall, type ChatCall } from "../models/chatCall.ts";
import type { FoundModel } from "../models/modelCatalog.ts";
import type { ApiDeps } from "./apiDeps.ts";
import { type CallFacts, serveBillable } from "./billableRoute.ts";

/** `POST /hub/v1/chat/completions`, streamed or not. */
export async function chatCompletionsRoute(
  request: HubRequest,
  caller: Caller,
  deps: ApiDeps,
): Promise<HubResponse> {
  const call = await deps.bodies.chat(await request.body(), caller.tokenId, "openai");
  return serveChat(call, { request, caller }, deps);
}

/** Answers a chat call of either format as an admitted call. Throws an `ApiError`. */
export async function serveChat(
  call: ChatCall,
  { request, caller }: { readonly request: HubRequest; readonly caller: Caller },
  deps: ApiDeps,
): Promise<HubResponse> {
  const { id, model } = await findModel(deps.override(request) ?? call.model, deps);
  const { chat, isEstimated = false } = model;
  if (!chat) {
    throw new ApiError(400, `The model "${id}" does not chat: it makes embeddings.`, {
      code: "model_not_supported",
      param: "model",
    });
  }
  // A scenario stands in for the model that was asked for.
  const facts = chatFacts(
    isEstimated ? { ...call, mostInputTokens: call.inputTokens } : call,
    deps.override(request) === undefined ? id : call.model,
  );
  return serveBillable({ request, caller, facts }, deps, (admission, context) =>
    chat(admittedCall(call, admission), context),
  );
}

/** What governance is told of a chat call for the model with this id. */
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
  };
}

/** A model by any of its names. Throws an `ApiError` (404). */
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
