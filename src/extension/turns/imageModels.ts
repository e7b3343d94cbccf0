import type { ModelList } from "../../shared/calls/protocol.ts";
import type { ModelName } from "../../shared/calls/turnsCalls.ts";
import { canBeUsed } from "../../shared/hubApi/nearestModels.ts";

const maxOffered = 3;

interface ListedModels {
  list(options: { readonly refresh: boolean }): Promise<ModelList>;
}

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
