import type { HubModel } from "./model.ts";

/** Compares the words of the id, then the context length. The nearest model comes first. */
export function nearestModels(
  models: readonly HubModel[],
  id: string,
  count: number,
): readonly HubModel[] {
  const wanted = wordsOf(id);
  const wantedLength = models.find((model) => model.id === id)?.contextLength;
  return models
    .filter((model) => model.id !== id && canBeUsed(model))
    .map((model, at) => ({ model, at, likeness: likeness(model, wanted, wantedLength) }))
    .toSorted((one, other) => other.likeness - one.likeness || one.at - other.at)
    .slice(0, count)
    .map(({ model }) => model);
}

export function canBeUsed({ type, locked }: HubModel): boolean {
  return locked === undefined && (type === undefined || type === "chat");
}

function likeness(
  { id, name, contextLength }: HubModel,
  wanted: ReadonlySet<string>,
  wantedLength: number | undefined,
): number {
  const words = new Set([...wordsOf(id), ...wordsOf(name)]);
  const common = [...wanted].filter((word) => words.has(word)).length;
  const isAsLong = wantedLength !== undefined && (contextLength ?? 0) >= wantedLength;
  return common + (isAsLong ? 0.5 : 0);
}

function wordsOf(id: string): ReadonlySet<string> {
  return new Set(id.toLowerCase().match(/[a-z]+|\d+/gu));
}
