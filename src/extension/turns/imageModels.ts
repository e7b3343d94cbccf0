import type { ModelName } from "../../shared/calls/turnsCalls.ts";
import { canBeUsed } from "../../shared/nearestModels.ts";
import type { ModelList } from "../../shared/protocol.ts";

/** As many as are offered to change to. */
const maxOffered = 3;

/** What is needed of the list of models. */
export interface ModelSource {
  readonly selected: string | undefined;
  list(options: { readonly refresh: boolean }): Promise<ModelList>;
}

/** Whether the chosen model takes images; where the hub did not say no, it may. */
export async function imageModels(
  source: ModelSource,
): Promise<{ takesImages: boolean; others: ModelName[] }> {
  const { models } = await source.list({ refresh: false });
  const chosen = models.find(({ id }) => id === source.selected);
  const others = models.filter((model) => model.capabilities.vision === true && canBeUsed(model));
  return {
    takesImages: chosen?.capabilities.vision !== false,
    others: others.slice(0, maxOffered).map(({ id, name }) => ({ id, name })),
  };
}
