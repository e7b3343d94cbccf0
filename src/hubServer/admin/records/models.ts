import type * as z from "zod/mini";

import { modelInputSchema, modelSchema } from "../../../shared/hubApi/hubAdmin.ts";
import { invalid } from "../../http/invalidField.ts";
import { type HubResponse, jsonResponse } from "../../http/message.ts";
import type { ModelInfo } from "../../models/modelInfo.ts";
import { builtInSource } from "../../models/modelSource.ts";
import { maxRecords } from "../../store/builtInRecords.ts";
import type { ModelRecord, Price } from "../../store/records.ts";
import { formatMoney, parseMoney } from "../../values/money.ts";
import type { AdminDeps } from "../base/adminDeps.ts";
import { conflict, notFound } from "../base/adminErrors.ts";
import type { AdminCall, GuardedRoute } from "../base/adminRoute.ts";
import { type Change, type Changes, changeEvent } from "../base/changes.ts";
import { deletedSchema, listResponse } from "../base/collection.ts";
import { given } from "../base/given.ts";
import { parseInput, readFields } from "../base/input.ts";
import { requireUpstream } from "./upstreams.ts";

type ModelInput = z.output<typeof modelInputSchema>;
type PriceInput = NonNullable<ModelInput["price"]>;

export function modelRoutes(deps: AdminDeps, changes: Changes): readonly GuardedRoute[] {
  const access = "admin";
  return [
    {
      method: "GET",
      path: "/models",
      access,
      doc: { summary: "Every model, offered or edited", answer: modelSchema, isList: true },
      handle: async () => listResponse(await listModels(deps)),
    },
    {
      method: "PUT",
      path: "/models/{id}",
      access,
      doc: {
        summary: "Say what a model is called, costs and where it runs",
        body: modelInputSchema,
        answer: modelSchema,
      },
      handle: (call) => changes.make(() => putModel(call, deps)),
    },
    {
      method: "DELETE",
      path: "/models/{id}",
      access,
      doc: { summary: "Forget what was said of a model", answer: deletedSchema },
      handle: (call) => changes.make(() => forgetModel(call, deps)),
    },
  ];
}

async function listModels({ store, listModels: listed }: AdminDeps): Promise<readonly object[]> {
  const [infos, records, upstreams] = await Promise.all([
    listed(),
    store.records.list("model"),
    store.records.list("upstream"),
  ]);
  const upstreamNames = new Map(upstreams.map(({ id, name }) => [id, name]));
  const edits = new Map(records.map((record) => [record.id, record]));
  const offered = new Set(infos.map(({ info }) => info.id));
  const upstreamOf = (record: ModelRecord | undefined): string | undefined =>
    upstreamNames.get(record?.upstreamId ?? "");
  return [
    ...infos.map(({ info, source }) => {
      const record = edits.get(info.id);
      return modelJson(info.id, { info, record, upstream: upstreamOf(record) ?? source });
    }),
    ...records
      .filter(({ id }) => !offered.has(id))
      .map((record) => modelJson(record.id, { record, upstream: upstreamOf(record) })),
  ];
}

async function putModel(call: AdminCall, deps: AdminDeps): Promise<HubResponse> {
  const { id, principal } = call;
  const { store, clock } = deps;
  const fields = await readFields(call.request);
  if (fields["id"] !== undefined && fields["id"] !== id) {
    throw invalid("The model's id is the one in the address.", "id");
  }
  const input = parseInput(modelInputSchema, { ...fields, id });
  const previous = await store.records.get("model", id);
  if (!previous && (await store.records.list("model")).length >= maxRecords) {
    throw conflict(`There are ${maxRecords} models already, and there can be no more.`);
  }
  if (typeof input.upstream_id === "string") {
    await requireUpstream(input.upstream_id, "upstream_id", deps);
  }
  await requireFallbacks(input, deps);
  await requirePlace(input, deps);
  const record = recordOf(input, previous?.createdAt ?? clock.now());
  const change: Change = {
    action: previous ? "update" : "create",
    kind: "model",
    id,
    name: record.name ?? id,
    fields: Object.keys(fields).filter((key) => Object.hasOwn(modelInputSchema.shape, key)),
  };
  await store.records.put("model", record, changeEvent(change, principal, clock.now()));
  const shown = (await listModels(deps)).find((model) => "id" in model && model.id === id);
  return jsonResponse(200, shown);
}

async function requireFallbacks(
  { upstream_id: upstreamId, fallbacks = [], price, tiers }: ModelInput,
  deps: AdminDeps,
): Promise<void> {
  if (fallbacks.length > 0 && typeof upstreamId !== "string") {
    throw invalid("A model with further upstreams needs a first one.", "upstream_id");
  }
  for (const [at, { upstream_id: id, price: own }] of fallbacks.entries()) {
    // Without the model's price, the hub counts its requests by tokens.
    if (own && !price && tiers[0]?.from_input_tokens !== 0) {
      throw invalid("Give the model a price first.", `fallbacks[${at}].price`);
    }
    await requireUpstream(id, `fallbacks[${at}].upstream_id`, deps);
  }
}

/** Without an upstream of its own, a model could run wherever its id is listed. */
async function requirePlace(
  { id, in_house, upstream_id }: ModelInput,
  { listModels: listed }: AdminDeps,
): Promise<void> {
  if (in_house === true && typeof upstream_id !== "string") {
    const model = (await listed()).find(({ info }) => info.id === id);
    if (model?.source !== builtInSource) {
      throw invalid("A model in house needs the upstream that it runs on.", "upstream_id");
    }
  }
}

async function forgetModel(
  { id, principal }: AdminCall,
  { store, clock }: AdminDeps,
): Promise<HubResponse> {
  const change: Change = { action: "delete", kind: "model", id, name: id };
  const event = changeEvent(change, principal, clock.now());
  if (!(await store.records.remove("model", id, event))) {
    throw notFound("edit of a model");
  }
  return jsonResponse(200, { id, object: "model", deleted: true });
}

function recordOf(input: ModelInput, createdAt: number): ModelRecord {
  const tiers = input.tiers
    .map((tier) => ({ fromInputTokens: tier.from_input_tokens, price: priceOf(tier.price) }))
    .toSorted((one, other) => one.fromInputTokens - other.fromInputTokens);
  if (new Set(tiers.map(({ fromInputTokens }) => fromInputTokens)).size < tiers.length) {
    throw invalid("Two tiers begin at the same number of tokens.", "tiers");
  }
  return {
    id: input.id,
    ...given({
      name: input.name,
      upstreamId: input.upstream_id,
      upstreamModel: input.upstream_model,
      upstreamWeight: input.upstream_weight,
      fallbacks: input.fallbacks?.map((fallback) => ({
        upstreamId: fallback.upstream_id,
        ...given({
          upstreamModel: fallback.upstream_model,
          weight: fallback.weight,
          price: fallback.price && priceOf(fallback.price),
          isInHouse: fallback.in_house,
        }),
      })),
      contextLength: input.context_length,
      maxOutputTokens: input.max_output_tokens,
      fim: input.fim,
      promptCache: input.prompt_cache,
      isInHouse: input.in_house,
      price: input.price && priceOf(input.price),
    }),
    tiers,
    isActive: input.is_active,
    createdAt,
  };
}

function priceOf({
  input,
  cached_input,
  cache_write,
  cache_write_hour,
  output,
}: PriceInput): Price {
  return {
    input: parseMoney(input),
    ...(typeof cached_input === "string" && { cachedInput: parseMoney(cached_input) }),
    ...(typeof cache_write === "string" && { cacheWrite: parseMoney(cache_write) }),
    ...(typeof cache_write_hour === "string" && { cacheWriteHour: parseMoney(cache_write_hour) }),
    output: parseMoney(output),
  };
}

function priceJson({ input, cachedInput, cacheWrite, cacheWriteHour, output }: Price): PriceInput {
  return {
    input: formatMoney(input),
    cached_input: cachedInput === undefined ? null : formatMoney(cachedInput),
    cache_write: cacheWrite === undefined ? null : formatMoney(cacheWrite),
    cache_write_hour: cacheWriteHour === undefined ? null : formatMoney(cacheWriteHour),
    output: formatMoney(output),
  };
}

function modelJson(
  id: string,
  from: {
    readonly info?: ModelInfo;
    readonly record?: ModelRecord | undefined;
    readonly upstream?: string | undefined;
  },
): z.infer<typeof modelSchema> {
  const { info, record, upstream = "" } = from;
  return {
    id,
    name: null,
    upstream_id: null,
    upstream_model: null,
    upstream_weight: null,
    fallbacks: [],
    context_length: null,
    max_output_tokens: null,
    fim: null,
    prompt_cache: null,
    in_house: null,
    price: null,
    tiers: [],
    is_active: true,
    owned_by: upstream,
    ...(info && offeredJson(info)),
    ...(record && editedJson(record)),
    is_edited: record !== undefined,
  };
}

function offeredJson(info: ModelInfo): Partial<z.infer<typeof modelSchema>> {
  return {
    name: textOf(info["name"]),
    context_length: countOf(info["context_length"]),
    max_output_tokens: countOf(info["max_output_tokens"]),
  };
}

function editedJson(record: ModelRecord): Partial<z.infer<typeof modelSchema>> {
  return {
    ...given({
      name: record.name,
      upstream_id: record.upstreamId,
      upstream_model: record.upstreamModel,
      upstream_weight: record.upstreamWeight,
      fallbacks: record.fallbacks?.map(
        ({ upstreamId, upstreamModel = null, weight = null, price, isInHouse = null }) => ({
          upstream_id: upstreamId,
          upstream_model: upstreamModel,
          weight,
          price: price ? priceJson(price) : null,
          in_house: isInHouse,
        }),
      ),
      context_length: record.contextLength,
      max_output_tokens: record.maxOutputTokens,
      fim: record.fim,
      prompt_cache: record.promptCache,
      in_house: record.isInHouse,
      price: record.price && priceJson(record.price),
    }),
    tiers: record.tiers.map(({ fromInputTokens, price }) => ({
      from_input_tokens: fromInputTokens,
      price: priceJson(price),
    })),
    is_active: record.isActive,
  };
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value.slice(0, 100) : null;
}

function countOf(value: unknown): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : null;
}
