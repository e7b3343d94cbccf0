import type { ModelInfo } from "./modelInfo.ts";
import type { Model, ModelSource } from "./modelSource.ts";

export interface FoundModel {
  /** The model's own id, the same for all its names. */
  readonly id: string;
  readonly model: Model;
}

export interface ListedModel {
  readonly source: string;
  readonly info: ModelInfo;
}

/** Anthropic's clients skip names without this prefix. */
const aliasPrefix = "claude-";

export class ModelCatalog {
  readonly #sources: readonly ModelSource[];

  constructor(sources: readonly ModelSource[]) {
    this.#sources = sources;
  }

  async list(): Promise<readonly ModelInfo[]> {
    return (await this.listed()).map(({ info }) => info);
  }

  async listed(): Promise<readonly ListedModel[]> {
    const lists = await Promise.all(
      this.#sources.map(async (source) => ({ source, models: await source.list() })),
    );
    const found = new Map<string, ListedModel>();
    for (const { source, models } of lists) {
      for (const model of models) {
        const id = found.has(model.id) ? `${source.name}/${model.id}` : model.id;
        found.set(id, { source: source.name, info: { ...model, id } });
      }
    }
    return [...found.values()];
  }

  /** Finds a model; a request may name the source, as `source/id`. */
  async find(id: string): Promise<FoundModel | undefined> {
    return (
      (await this.#findInAny(id, false)) ??
      (await this.#findNamed(id)) ??
      (await this.#findAliased(id)) ??
      (await this.#findInAny(id, true))
    );
  }

  async #findAliased(alias: string): Promise<FoundModel | undefined> {
    if (!alias.startsWith(aliasPrefix)) {
      return undefined;
    }
    const id = alias.slice(aliasPrefix.length);
    return (await this.#findInAny(id, false)) ?? this.#findNamed(id);
  }

  async #findNamed(id: string): Promise<FoundModel | undefined> {
    const source = this.#sources.find(({ name }) => id.startsWith(`${name}/`));
    const ownId = id.slice((source?.name.length ?? 0) + 1);
    const model = await source?.find(ownId, true);
    if (!source || !model) {
      return undefined;
    }
    // Otherwise `source/id` would bypass the model's policies.
    const first = await this.#sourceOf(ownId);
    return { id: first === source ? ownId : id, model };
  }

  async #sourceOf(id: string): Promise<ModelSource | undefined> {
    for (const source of this.#sources) {
      if (await source.find(id, false)) {
        return source;
      }
    }
    return undefined;
  }

  async #findInAny(id: string, mayBeUnlisted: boolean): Promise<FoundModel | undefined> {
    for (const source of this.#sources) {
      const model = await source.find(id, mayBeUnlisted);
      if (model) {
        return { id, model };
      }
    }
    return undefined;
  }
}

export function anthropicAlias(id: string): string {
  return /^(?:claude|anthropic)/u.test(id) ? id : aliasPrefix + id;
}
