import type { Caller } from "../auth/caller.ts";
import { fieldsOf, listOf, numberOf, stringOf } from "../formats/base/fields.ts";
import { errorStyleOf } from "../http/apiError.ts";
import { type HubRequest, type HubResponse, jsonResponse } from "../http/message.ts";
import { modelNotFound } from "../http/modelNotFound.ts";
import { anthropicAlias } from "../models/modelCatalog.ts";
import type { ModelInfo } from "../models/modelInfo.ts";
import type { ApiDeps } from "./apiDeps.ts";
import { pageOf } from "./modelPage.ts";

type ListDeps = Pick<ApiDeps, "catalog" | "governance">;

export async function modelsRoute(
  request: HubRequest,
  caller: Caller,
  deps: ListDeps,
): Promise<HubResponse> {
  const visible = await visibleModels(caller, deps);
  if (errorStyleOf(request) === "openai") {
    return jsonResponse(200, { object: "list", data: visible.map(withCompletions) });
  }
  const page = pageOf(visible.filter(isChat).map(anthropicModel), request.query);
  return jsonResponse(200, page, { "request-id": request.id });
}

export async function visibleChatModels(
  caller: Caller,
  deps: ListDeps,
): Promise<readonly ModelInfo[]> {
  return (await visibleModels(caller, deps)).filter(isChat);
}

async function visibleModels(
  caller: Caller,
  { catalog, governance }: ListDeps,
): Promise<readonly ModelInfo[]> {
  const models = await catalog.list();
  const allowed = await Promise.all(models.map(({ id }) => governance.allowsModel(caller, id)));
  return models.filter((_, at) => allowed[at]);
}

/** Throws an `ApiError` (404), also for a forbidden model. */
export async function modelRoute(
  request: HubRequest,
  caller: Caller,
  { id, catalog, governance }: ListDeps & { readonly id: string },
): Promise<HubResponse> {
  const models = await catalog.list();
  const isAnthropic = errorStyleOf(request) === "anthropic";
  const model =
    models.find((candidate) => candidate.id === id) ??
    models.find((candidate) => anthropicAlias(candidate.id) === id);
  if (!model || !(await governance.allowsModel(caller, model.id))) {
    throw modelNotFound(id);
  }
  return isAnthropic
    ? jsonResponse(200, anthropicModel(model), { "request-id": request.id })
    : jsonResponse(200, withCompletions(model));
}

function withCompletions(model: ModelInfo): ModelInfo {
  const hub = fieldsOf(model["hub"]);
  const formats = listOf(hub["formats"]);
  return !isChat(model) || formats.length === 0 || formats.includes("completions")
    ? model
    : { ...model, hub: { ...hub, formats: [...formats, "completions"] } };
}

function isChat({ type }: ModelInfo): boolean {
  return type !== "embedding";
}

/** A model in Anthropic's form; its clients hide models with other names. */
function anthropicModel(model: ModelInfo): {
  readonly id: string;
  readonly [field: string]: unknown;
} {
  return {
    type: "model",
    id: anthropicAlias(model.id),
    display_name: stringOf(model["name"]) ?? stringOf(model["display_name"]) ?? model.id,
    created_at: new Date(dateOf(model.created)).toISOString(),
    max_input_tokens: sizeOf(model, ["context_length", "max_model_len", "max_input_tokens"]),
    max_tokens: sizeOf(model, ["max_output_tokens", "max_tokens"]),
    lifecycle: "active",
    capabilities: null,
    line: null,
    deprecated_at: null,
    retires_at: null,
  };
}

function dateOf(seconds: number): number {
  return Math.abs(seconds) <= 8_640_000_000_000 ? seconds * 1_000 : 0;
}

function sizeOf(model: ModelInfo, names: readonly string[]): number | null {
  const sizes = names.map((name) => numberOf(model[name]));
  return sizes.find((size) => size !== undefined && size > 0) ?? null;
}
