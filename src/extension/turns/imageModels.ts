import type { ModelList } from "../../shared/calls/protocol.ts";
import type { ModelName } from "../../shared/calls/turnsCalls.ts";
import { canBeUsed } from "../../shared/hubApi/nearestModels.ts";

/** Most models offered instead. */
const maxOffered = 3;

/** The part of the model list that is needed here. */
interface ListedModels {
  list(options: { readonly refresh: boolean }): Promise<ModelList>;
}

/** Whether the model `id` takes images (yes, unless the hub says no), and others that do. */
export async function imageModels(
  source: ListedModels,
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
