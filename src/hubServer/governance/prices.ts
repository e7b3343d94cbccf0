import type { Amount, ModelRecord, Price, TokenUsage } from "../store/records.ts";

type Priced = Pick<ModelRecord, "price" | "tiers">;

const million = 1_000_000n;

/** A million of the currency, so that a false report does not make sums inexact. */
const maxCost = 1_000_000_000_000n;

const free: Price = { input: 0, output: 0 };

/** True if every request of the model has a price, possibly 0. */
export function isPriced(model: Priced | undefined): boolean {
  return model?.price !== undefined || model?.tiers[0]?.fromInputTokens === 0;
}

/** A model without a price is free. */
export function priceFor(model: Priced | undefined, inputTokens: number): Price {
  const tier = model?.tiers.findLast(({ fromInputTokens }) => fromInputTokens <= inputTokens);
  return tier?.price ?? model?.price ?? free;
}

/** Price to reserve for up to `mostTokens`: the highest that may apply. */
export function highestPrice(
  model: Priced | undefined,
  inputTokens: number,
  mostTokens: number,
): Price {
  const least = priceFor(model, inputTokens);
  const prices = (model?.tiers ?? [])
    .filter(({ fromInputTokens }) => fromInputTokens > inputTokens && fromInputTokens <= mostTokens)
    .map(({ price }) => price);
  const all = [least, ...prices];
  return {
    input: Math.max(
      ...all.flatMap(({ input, cachedInput = 0, cacheWrite = 0 }) => [
        input,
        cachedInput,
        cacheWrite,
      ]),
    ),
    output: Math.max(...all.map(({ output }) => output)),
  };
}

/**
 * Rounded up once, at the end. Cached tokens are part of the input; without a price of their own
 * they cost the input's.
 */
export function usageCost(usage: TokenUsage, price: Price): Amount {
  const { inputTokens, cachedTokens, cacheWriteTokens, outputTokens } = usage;
  const plainTokens = Math.max(0, inputTokens - cachedTokens - cacheWriteTokens);
  const micros =
    BigInt(plainTokens) * BigInt(price.input) +
    BigInt(cachedTokens) * BigInt(price.cachedInput ?? price.input) +
    BigInt(cacheWriteTokens) * BigInt(price.cacheWrite ?? price.input) +
    BigInt(outputTokens) * BigInt(price.output);
  const cost = (micros + million - 1n) / million;
  return Number(cost > maxCost ? maxCost : cost);
}
