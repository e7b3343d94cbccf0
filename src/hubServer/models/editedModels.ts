import type { Amount, FallbackRecord, ModelRecord } from "../store/records.ts";
import { anthropicAlias, type FoundModel, type ModelCatalog } from "./modelCatalog.ts";
import { type ModelInfo, withFim, withoutFim } from "./modelInfo.ts";
import type { Model, ModelRoute, ModelSource, RunChat } from "./modelSource.ts";

export interface Models extends Pick<ModelCatalog, "list"> {
  /** With `isInHouse` only by the model's exact id, and only its servers in house. */
  readonly find: (id: string, isInHouse?: boolean) => Promise<FoundModel | undefined>;
}

export interface EditedModelsDeps {
  readonly catalog: Pick<ModelCatalog, "list" | "find">;
  readonly records: () => Promise<readonly ModelRecord[]>;
  readonly upstream: (id: string) => Promise<ModelSource | undefined>;
  readonly inOrder: (routes: readonly ModelRoute[]) => RunChat;
  readonly currency: () => Promise<string>;
}

export class EditedModels implements Models {
  readonly #deps: EditedModelsDeps;

  constructor(deps: EditedModelsDeps) {
    this.#deps = deps;
  }

  async list(): Promise<readonly ModelInfo[]> {
    const [models, records, currency] = await Promise.all([
      this.#deps.catalog.list(),
      this.#deps.records(),
      this.#deps.currency(),
    ]);
    const recordOf = new Map(records.map((record) => [record.id, record]));
    const listed = new Set(models.map(({ id }) => id));
    const added = records.filter(
      ({ id, upstreamId }) => upstreamId !== undefined && !listed.has(id),
    );
    const entries = [
      ...models.map((model) => ({ model, record: recordOf.get(model.id) })),
      ...added.map((record) => ({ model: newModel(record), record })),
    ];
    const edited = await Promise.all(
      entries.map(async ({ model, record }) => {
        if (!record) {
          return [model];
        }
        return record.isActive
          ? [{ ...(await this.#withFim(model, record)), ...editsOf(record, currency) }]
          : [];
      }),
    );
    return edited.flat();
  }

  async #withFim(model: ModelInfo, { id, fim }: ModelRecord): Promise<ModelInfo> {
    if (fim === undefined) {
      return model;
    }
    const found = fim === "chat" ? undefined : await this.find(id);
    return found?.model.complete ? withFim(model) : withoutFim(model);
  }

  async find(id: string, isInHouse = false): Promise<FoundModel | undefined> {
    if (isInHouse) {
      return this.#findInHouse(id);
    }
    const [found, records] = await Promise.all([this.#deps.catalog.find(id), this.#deps.records()]);
    const record =
      records.find((candidate) => candidate.id === (found?.id ?? id)) ??
      records.find((candidate) => anthropicAlias(candidate.id) === id);
    if (!record) {
      return found;
    }
    if (!record.isActive) {
      return undefined;
    }
    const routed =
      record.upstreamId === undefined ? found : await this.#route(record, record.upstreamId);
    return routed && asEdited(routed, record);
  }

  async #findInHouse(id: string): Promise<FoundModel | undefined> {
    const record = (await this.#deps.records()).find((candidate) => candidate.id === id);
    if (record?.isActive !== true || record.isInHouse !== true) {
      return undefined;
    }
    const { upstreamId, fallbacks = [] } = record;
    if (upstreamId === undefined) {
      const found = await this.#deps.catalog.find(id);
      return found?.model.isBuiltIn === true ? asEdited(found, record) : undefined;
    }
    const inHouse = fallbacks.filter((fallback) => fallback.isInHouse === true);
    const found = await this.#route({ ...record, fallbacks: inHouse }, upstreamId);
    return found && asEdited(found, record);
  }

  async #route(record: ModelRecord, upstreamId: string): Promise<FoundModel | undefined> {
    const { id, upstreamModel, upstreamWeight = 1, fallbacks = [] } = record;
    const wanted: readonly FallbackRecord[] = [
      { upstreamId, weight: upstreamWeight, ...(upstreamModel !== undefined && { upstreamModel }) },
      ...fallbacks,
    ];
    const opened = await Promise.all(
      wanted.map(async (route) => {
        const upstream = await this.#deps.upstream(route.upstreamId);
        const ownId = route.upstreamModel ?? id;
        const model = await upstream?.find(ownId, true);
        return upstream && model ? [{ route, name: `${upstream.name}/${ownId}`, model }] : [];
      }),
    );
    const [first, ...others] = opened.flat();
    if (!first || others.length === 0) {
      return first && { id, model: first.model };
    }
    const routes = [first, ...others].flatMap(({ route, name, model: { chat } }) => {
      const { weight = 0, price } = route;
      return chat ? [{ name, chat, weight, ...(price && { price }) }] : [];
    });
    return { id, model: { ...first.model, chat: this.#deps.inOrder(routes) } };
  }
}

function asEdited({ id, model: found }: FoundModel, record: ModelRecord): FoundModel {
  const model = withForm(found, record.fim);
  return { id, model: cachesPrompt(record) ? model : uncached(model) };
}

function withForm(model: Model, form: ModelRecord["fim"]): Model {
  if (form === undefined) {
    return model;
  }
  const { fill, complete: _told, ...rest } = model;
  return form === "chat" || !fill
    ? rest
    : { ...rest, fill, complete: (call, context) => fill(form, call, context) };
}

/** True if prompts are marked for the cache. Cache writes cost, so a model with prices needs a price for them. */
function cachesPrompt({ promptCache = true, price, tiers, fallbacks = [] }: ModelRecord): boolean {
  const prices = [price, ...[...tiers, ...fallbacks].map((priced) => priced.price)].filter(
    (one) => one !== undefined,
  );
  return promptCache && prices.every(({ cacheWrite }) => cacheWrite !== undefined);
}

function uncached({ chat, ...model }: Model): Model {
  return chat
    ? { ...model, chat: (call, context) => chat({ ...call, cachesPrompt: false }, context) }
    : model;
}

function newModel({ id, createdAt }: ModelRecord): ModelInfo {
  return { id, object: "model", created: Math.floor(createdAt / 1_000), owned_by: "hub" };
}

function editsOf(record: ModelRecord, currency: string): Readonly<Record<string, unknown>> {
  const { name, contextLength, maxOutputTokens, price, isInHouse } = record;
  return {
    ...(isInHouse === true && { in_house: true }),
    ...(name !== undefined && { name }),
    ...(contextLength !== undefined && {
      context_length: contextLength,
      max_model_len: contextLength,
    }),
    ...(maxOutputTokens !== undefined && { max_output_tokens: maxOutputTokens }),
    ...(price && {
      pricing: { prompt: perToken(price.input), completion: perToken(price.output), currency },
    }),
  };
}

function perToken(amount: Amount): string {
  const digits = String(amount).padStart(13, "0");
  return `${digits.slice(0, -12)}.${digits.slice(-12)}`.replace(/\.?0+$/u, "");
}
