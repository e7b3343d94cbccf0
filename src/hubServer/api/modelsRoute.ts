import { ApiError } from "../http/apiError.ts";
import { type HubResponse, jsonResponse } from "../http/message.ts";
import type { ModelCatalog } from "./modelCatalog.ts";

export async function listModels(catalog: ModelCatalog): Promise<HubResponse> {
  return jsonResponse(200, { object: "list", data: await catalog.list() });
}

export async function showModel(catalog: ModelCatalog, id: string): Promise<HubResponse> {
  const models = await catalog.list();
  const model = models.find((candidate) => candidate.id === id);
  if (!model) {
    throw modelNotFound(id);
  }
  return jsonResponse(200, model);
}

export function modelNotFound(id: string): ApiError {
  return new ApiError(
    404,
    `The model "${id.slice(0, 200)}" does not exist, or this token may not use it.`,
    {
      code: "model_not_found",
      param: "model",
    },
  );
}
