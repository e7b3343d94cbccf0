import type { ModelList } from "../../shared/calls/protocol.ts";
import type { ModelName } from "../../shared/calls/turnsCalls.ts";
import { canBeUsed } from "../../shared/nearestModels.ts";

/** As many as are offered to change to. */
const maxOffered = 3;

/** What is needed of the list of models. */
export interface ModelSource {
  list(options: { readonly refresh: boolean }): Promise<ModelList>;
}

/** Whether the model `id` takes images; where the hub did not say no, it may. */
export async function imageModels(
  source: ModelSource,
  id: string | undefined,
): Promise<{ takesImages: boolean; others: ModelName[] }> {
  const { models } = await source.list({ refresh: false });
  const chosen = models.find((model) => model.id === id);
  const others = models.filter((model) => model.capabilities.vision === true && canBeUsed(model));
  return {
    takesImages: chosen?.capabilities.vision !== false,
    others: others.slice(0, maxOffered).map((model) => ({ id: model.id, name: model.name })),
  };
}
