import type { HubModel } from "../shared/hubApi/model.ts";
import { canBeUsed } from "../shared/hubApi/nearestModels.ts";

const sizeWords = ["nano", "micro", "tiny", "mini", "small", "lite", "flash", "haiku", "instant"];

const maxBillions = 15;

/** The hub's own demonstration models. */
const builtIn = "hub-local";

/**
 * The usable model with the lowest price in the most common currency; without prices, the smallest by name. Undefined
 * if neither is known: a large model might be expensive.
 */
export function smallestModel(models: readonly HubModel[]): HubModel | undefined {
  const usable = models.filter((model) => canBeUsed(model) && model.ownedBy !== builtIn);
  const priced = usable.flatMap((model) => {
    const price = priceOf(model);
    return price === undefined ? [] : [{ model, price }];
  });
  if (priced.length > 0) {
    const currency = mostCommon(priced.map(({ model }) => model.pricing?.currency ?? ""));
    const [cheapest] = priced
      .filter(({ model }) => (model.pricing?.currency ?? "") === currency)
      .toSorted((a, b) => a.price - b.price || rankOf(a.model) - rankOf(b.model));
    return cheapest?.model;
  }
  const [smallest] = usable
    .map((model) => ({ model, rank: rankOf(model) }))
    .filter(({ rank }) => rank !== Infinity)
    .toSorted((a, b) => a.rank - b.rank);
  return smallest?.model;
}

function priceOf({ pricing }: HubModel): number | undefined {
  const input = Number.parseFloat(pricing?.input ?? "");
  const output = Number.parseFloat(pricing?.output ?? "");
  return input >= 0 && output >= 0 ? input + output : undefined;
}

function rankOf({ id }: HubModel): number {
  const name = id.toLowerCase();
  const billions = /(?:^|[^a-z\d.])(\d{1,3}(?:\.\d{1,2})?)b(?![a-z\d])/.exec(name)?.[1];
  if (billions !== undefined) {
    const count = Number.parseFloat(billions);
    return count <= maxBillions ? count : Infinity;
  }
  const word = sizeWords.findIndex((size) => name.split(/[^a-z]+/).includes(size));
  return word === -1 ? Infinity : maxBillions + word;
}

function mostCommon(values: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const value of values) {
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}
