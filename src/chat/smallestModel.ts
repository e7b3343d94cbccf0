import type { HubModel } from "../shared/model.ts";
import { canBeUsed } from "../shared/nearestModels.ts";

/** Words of a name that say a model is a small one, the smallest first. */
const sizeWords = ["nano", "micro", "tiny", "mini", "small", "lite", "flash", "haiku", "instant"];

/** More parameters than this are no small model, in billions. */
const maxBillions = 15;

/** Models that the hub itself plays for demonstration; what they write names nothing. */
const builtIn = "hub-local";

/**
 * The cheapest model for a small job that nobody asked for: of the usable models with a price the
 * one whose input and output cost least together, in the currency that most of them have; without
 * prices the one whose name says that it is small. Undefined if neither is known: then a large
 * model might be asked, so none is.
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

/** Price of one token of each kind; undefined if the hub leaves one of them out. */
function priceOf({ pricing }: HubModel): number | undefined {
  const input = Number.parseFloat(pricing?.input ?? "");
  const output = Number.parseFloat(pricing?.output ?? "");
  return input >= 0 && output >= 0 ? input + output : undefined;
}

/** Lower for a smaller model, by its name alone; infinite if the name does not say. */
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
