import type { HubModel } from "../../../shared/hubApi/model.ts";

/** The most models in the list; typing narrows a longer one. */
const maxShown = 100;

export type ModelOption =
  | { readonly kind: "model"; readonly id: string; readonly model: HubModel }
  | { readonly kind: "typed"; readonly id: string };

export interface ModelOptions {
  readonly options: readonly ModelOption[];
  readonly more: number;
}

/**
 * The choices: locked models come last. The typed text is the last one unless it is a model's id, because the hub may
 * have unlisted models.
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
  const isName = matches.length === 0 ? text !== "" : /^\S+$/u.test(text);
  const isListed = matches.some(({ id }) => id === text);
  return {
    options: isName && !isListed ? [...options, { kind: "typed", id: text }] : options,
    more: Math.max(0, matches.length - maxShown),
  };
}

export function isLocked(model: HubModel): boolean {
  return model.locked !== undefined;
}

function canChat(model: HubModel): boolean {
  return model.type === undefined || model.type === "chat";
}
