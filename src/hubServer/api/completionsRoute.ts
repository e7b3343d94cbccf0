import type { Caller } from "../auth/caller.ts";
import { ApiError } from "../http/apiError.ts";
import type { HubRequest, HubResponse } from "../http/message.ts";
import { completionByChat } from "../models/completionByChat.ts";
import { admittedCompletion, readCompletionCall } from "../models/completionCall.ts";
import type { ApiDeps } from "./apiDeps.ts";
import { serveBillable } from "./billableRoute.ts";
import { admittedModel, findModel, servingInHouse } from "./chatRoute.ts";

/** The route of completions, the legacy form with `suffix`, and of next edits. */
export async function completionsRoute(
  request: HubRequest,
  caller: Caller,
  deps: ApiDeps,
): Promise<HubResponse> {
  const call = readCompletionCall(await request.body(caller));
  const asked = await findModel(call.model, deps);
  const { id, model } = asked;
  const { chat, isEstimated = false, contextLength = Infinity } = model;
  const complete = call.isNextEdit ? undefined : model.complete;
  if (!complete && !chat) {
    const what = call.isNextEdit ? "name a next edit" : "fill in text";
    throw new ApiError(400, `The model "${id.slice(0, 200)}" does not ${what}.`, {
      code: "model_not_supported",
      param: "model",
    });
  }
  const facts = {
    format: call.isNextEdit ? "edits" : "completions",
    model: id,
    fields: call.fields,
    maxOutputTokens: call.maxTokens,
    inputTokens: call.inputTokens,
    ...(call.offers && { offers: call.offers }),
    mostInputTokens: isEstimated
      ? call.inputTokens
      : Math.min(call.mostInputTokens + promptTokens, contextLength),
    hasTools: false,
    hasImages: false,
    servesInHouse: servingInHouse(deps, ...(call.isNextEdit ? [] : ["complete" as const]), "chat"),
  } as const;
  const { isStreamed: isStream } = call;
  const readsOn = isStream ? "never" : "always";
  return serveBillable(
    { request, caller, facts, isStream, readsOn },
    deps,
    async (admission, context) => {
      const admitted = admittedCompletion(call, admission);
      const served = await admittedModel(admission, asked, deps);
      if (served.complete && !call.isNextEdit) {
        return served.complete(admitted, context);
      }
      if (!served.chat) {
        throw new Error("A model that neither completes nor chats was admitted.");
      }
      return completionByChat(served.chat, admitted, { context, clock: deps.clock });
    },
  );
}

const promptTokens = 200;
