import type { Caller } from "../auth/caller.ts";
import { ApiError } from "../http/apiError.ts";
import { type HubRequest, type HubResponse, jsonResponse } from "../http/message.ts";
import { modelNotFound } from "../http/modelNotFound.ts";
import { admittedCall, type ChatCall } from "../models/chatCall.ts";
import type { ApiDeps } from "./apiDeps.ts";
import { serveBillable } from "./billableRoute.ts";
import { admittedModel, chatFacts, findModel, serveChat, servingInHouse } from "./chatRoute.ts";

const formatHeaders = ["anthropic-version", "anthropic-beta"];

export function messagesRoute(
  request: HubRequest,
  caller: Caller,
  deps: ApiDeps,
): Promise<HubResponse> {
  return inAnthropicStyle(request, async () =>
    serveChat(await readCall(request, caller, deps), { request, caller }, deps),
  );
}

export function countTokensRoute(
  request: HubRequest,
  caller: Caller,
  deps: ApiDeps,
): Promise<HubResponse> {
  return inAnthropicStyle(request, async () => {
    const call = await readCall(request, caller, deps);
    const asked = await findModel(call.model, deps);
    const { id } = asked;
    const { count } = asked.model;
    if (!count) {
      if (!(await deps.governance.allowsModel(caller, id))) {
        throw modelNotFound(call.model);
      }
      return jsonResponse(200, { input_tokens: call.inputTokens });
    }
    const facts = {
      ...chatFacts(call, id, servingInHouse(deps, "chat")),
      maxOutputTokens: 0,
      inputTokens: 0,
      mostInputTokens: 0,
    };
    return serveBillable(
      { request, caller, facts, isStream: false, readsOn: "never" },
      deps,
      async (admission, context) => {
        const served = await admittedModel(admission, asked, deps);
        return served.count
          ? served.count(admittedCall(call, { ...admission, outputTokens: Infinity }), context)
          : jsonResponse(200, { input_tokens: call.inputTokens });
      },
    );
  });
}

async function readCall(
  request: HubRequest,
  caller: Caller,
  { bodies }: ApiDeps,
): Promise<ChatCall> {
  const headers = formatHeaders.flatMap((name) => {
    const value = request.header(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const from = { owner: caller.tokenId, signal: request.signal };
  return bodies.chat(await request.body(caller), from, "anthropic", Object.fromEntries(headers));
}

async function inAnthropicStyle(
  request: HubRequest,
  answer: () => Promise<HubResponse>,
): Promise<HubResponse> {
  try {
    const response = await answer();
    return { ...response, headers: { "request-id": request.id, ...response.headers } };
  } catch (error) {
    if (error instanceof ApiError) {
      return error.toResponse("anthropic", request.id);
    }
    throw error;
  }
}
