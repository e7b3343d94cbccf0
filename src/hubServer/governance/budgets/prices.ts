import type { Amount, ModelRecord, Price, TokenUsage } from "../../store/records.ts";

type Priced = Pick<ModelRecord, "price" | "tiers" | "fallbacks">;

const million = 1_000_000n;

/** The highest cost; a false report must not make sums inexact. */
const maxCost = 1_000_000_000_000n;

const free: Price = { input: 0, output: 0 };

export function isPriced(model: Priced | undefined): boolean {
  return model?.price !== undefined || model?.tiers[0]?.fromInputTokens === 0;
}

/** The price for the input's size. A model without a price is free. */
export function priceFor(model: Priced | undefined, inputTokens: number): Price {
  const tier = model?.tiers.findLast(({ fromInputTokens }) => fromInputTokens <= inputTokens);
  return tier?.price ?? model?.price ?? free;
}

export interface PricedInput {
  readonly inputTokens: number;
  readonly mostTokens: number;
  readonly cachesHour: boolean;
}

export function highestPrice(
  model: Priced | undefined,
  { inputTokens, mostTokens, cachesHour }: PricedInput,
): Price {
  const least = priceFor(model, inputTokens);
  const prices = (model?.tiers ?? [])
    .filter(({ fromInputTokens }) => fromInputTokens > inputTokens && fromInputTokens <= mostTokens)
    .map(({ price }) => price);
  const shares = (model?.fallbacks ?? []).flatMap(({ weight = 0, price }) =>
    weight > 0 && price ? [price] : [],
  );
  const all = [least, ...prices, ...shares];
  return {
    input: Math.max(
      ...all.flatMap((price) => [
        price.input,
        price.cachedInput ?? 0,
        price.cacheWrite ?? 0,
        cachesHour ? hourPrice(price) : 0,
      ]),
    ),
    output: Math.max(...all.map(({ output }) => output)),
  };
}

/** The cost at the plain input price minus the actual cost. */
export function savedCost(usage: TokenUsage, price: Price): Amount {
  const plain = { ...usage, cachedTokens: 0, cacheWriteTokens: 0, cacheWriteHourTokens: 0 };
  return Math.max(0, usageCost(plain, price) - usageCost(usage, price));
}

/** The price of an entry for an hour. A server without a price for cache writes charges them as input. */
function hourPrice({ input, cacheWrite, cacheWriteHour }: Price): Amount {
  return cacheWriteHour ?? (cacheWrite === undefined ? input : Math.max(cacheWrite, 2 * input));
}

/** Rounded up once, at the end. Input includes cached tokens. */
export function usageCost(usage: TokenUsage, price: Price): Amount {
  const { inputTokens, cachedTokens, cacheWriteTokens, outputTokens } = usage;
  const hourTokens = Math.min(usage.cacheWriteHourTokens ?? 0, cacheWriteTokens);
  const plainTokens = Math.max(0, inputTokens - cachedTokens - cacheWriteTokens);
  const micros =
    BigInt(plainTokens) * BigInt(price.input) +
    BigInt(cachedTokens) * BigInt(price.cachedInput ?? price.input) +
    BigInt(cacheWriteTokens - hourTokens) * BigInt(price.cacheWrite ?? price.input) +
    BigInt(hourTokens) * BigInt(hourPrice(price)) +
    BigInt(outputTokens) * BigInt(price.output);
  const cost = (micros + million - 1n) / million;
  return Number(cost > maxCost ? maxCost : cost);
}
