import type { HubModel } from "../../shared/model.ts";

/** As many as a person reads; a longer list is narrowed by typing. */
const maxShown = 100;

export type ModelOption =
  | { readonly kind: "model"; readonly id: string; readonly model: HubModel }
  /** A name that the hub does not list. */
  | { readonly kind: "typed"; readonly id: string };

export interface ModelOptions {
  readonly options: readonly ModelOption[];
  /** How many more match than are shown. */
  readonly more: number;
}

/**
 * The models that have every typed word in name or id, those that cannot be used last; and the typed text itself
 * as a name where nothing is called exactly so and the list is no help.
 */
export function modelOptions(models: readonly HubModel[], query: string): ModelOptions {
  const text = query.trim();
  const words = text.toLowerCase().split(/\s+/u);
  const matches = models.filter(canChat).filter((model) => {
    const name = `${model.name} ${model.id}`.toLowerCase();
    return words.every((word) => name.includes(word));
  });
  const options: ModelOption[] = matches
    .toSorted((one, other) => Number(isLocked(one)) - Number(isLocked(other)))
    .slice(0, maxShown)
    .map((model) => ({ kind: "model", id: model.id, model }));
  return {
    options: text !== "" && matches.length === 0 ? [{ kind: "typed", id: text }] : options,
    more: Math.max(0, matches.length - maxShown),
  };
}

export function isLocked(model: HubModel): boolean {
  return model.locked !== undefined;
}

/** A model that says it is for something else is not offered; one that says nothing is. */
function canChat(model: HubModel): boolean {
  return model.type === undefined || model.type === "chat";
}
