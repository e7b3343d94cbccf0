import type { Caller } from "../auth/caller.ts";
import { ApiError } from "../http/apiError.ts";
import type { HubRequest, HubResponse } from "../http/message.ts";
import { modelNotFound } from "../http/modelNotFound.ts";
import { admittedEmbedding } from "../models/embeddingCall.ts";
import type { ApiDeps } from "./apiDeps.ts";
import { serveBillable } from "./billableRoute.ts";
import { admittedModel, findModel, servingInHouse } from "./chatRoute.ts";

export async function embeddingsRoute(
  request: HubRequest,
  caller: Caller,
  deps: ApiDeps,
): Promise<HubResponse> {
  const call = await deps.bodies.embedding(await request.body(caller), {
    owner: caller.tokenId,
    signal: request.signal,
  });
  const asked = await findModel(call.model, deps);
  const { id, model } = asked;
  if (!model.embed) {
    throw new ApiError(400, `The model "${id.slice(0, 200)}" makes no embeddings.`, {
      code: "model_not_supported",
      param: "model",
    });
  }
  const facts = {
    format: "embeddings",
    model: id,
    fields: call.fields,
    ...(call.held && { held: call.held }),
    asWritten: call.asWritten,
    maxOutputTokens: 0,
    inputTokens: call.inputTokens,
    mostInputTokens: model.isEstimated === true ? call.inputTokens : call.mostInputTokens,
    hasTools: false,
    hasImages: false,
    servesInHouse: servingInHouse(deps, "embed"),
  } as const;
  return serveBillable(
    { request, caller, facts, isStream: false, readsOn: "always" },
    deps,
    async (admission, context) => {
      const served = await admittedModel(admission, asked, deps);
      if (!served.embed) {
        throw modelNotFound(id);
      }
      return served.embed(admittedEmbedding(call, admission), context);
    },
  );
}
