import type { ModelInfo } from "./modelInfo.ts";
import type { ModelSource, Model } from "./modelSource.ts";

/** All models of all sources under ids that are unique: of two alike, the later one is `source/id`. */
export class ModelCatalog {
  readonly #sources: readonly ModelSource[];

  constructor(sources: readonly ModelSource[]) {
    this.#sources = sources;
  }

  async list(): Promise<readonly ModelInfo[]> {
    const lists = await Promise.all(
      this.#sources.map(async (source) => ({ source, models: await source.list() })),
    );
    const found = new Map<string, ModelInfo>();
    for (const { source, models } of lists) {
      for (const model of models) {
        const id = found.has(model.id) ? `${source.name}/${model.id}` : model.id;
        found.set(id, { ...model, id });
      }
    }
    return [...found.values()];
  }

  /** The first source that has the model; `source/id` always names that source's. */
  async find(id: string): Promise<Model | undefined> {
    return (
      (await this.#findInAny(id, false)) ??
      (await this.#findNamed(id)) ??
      (await this.#findInAny(id, true))
    );
  }

  async #findNamed(id: string): Promise<Model | undefined> {
    const source = this.#sources.find(({ name }) => id.startsWith(`${name}/`));
    return source?.find(id.slice(source.name.length + 1), true);
  }

  async #findInAny(id: string, mayBeUnlisted: boolean): Promise<Model | undefined> {
    for (const source of this.#sources) {
      const run = await source.find(id, mayBeUnlisted);
      if (run) {
        return run;
      }
    }
    return undefined;
  }
}
