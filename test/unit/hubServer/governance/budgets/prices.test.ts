import { describe, expect, test } from "vitest";

import {
  usageCost,
  highestPrice,
  priceFor,
} from "../../../../../src/hubServer/governance/budgets/prices.ts";
import type { ModelRecord, Price } from "../../../../../src/hubServer/store/records.ts";

/** Micro-units per million tokens: 3.00 and 15.00, and so on. */
const price: Price = {
  input: 3_000_000,
  cachedInput: 300_000,
  cacheWrite: 3_750_000,
  output: 15_000_000,
};
const long: Price = { input: 6_000_000, cachedInput: 600_000, output: 22_500_000 };
const model: Pick<ModelRecord, "price" | "tiers"> = {
  price,
  tiers: [{ fromInputTokens: 200_000, price: long }],
};

describe("the cost of a request", () => {
  // input, cached, cache write, output → micro-units
  test.each([
    [0, 0, 0, 0, 0],
    [1_000_000, 0, 0, 0, 6_000_000],
    [1_000, 0, 0, 500, 3_000 + 7_500],
    [1_000, 800, 0, 0, 200 * 3 + 800 * 0.3],
    [1_000, 0, 400, 0, 600 * 3 + 400 * 3.75],
    [1_000, 500, 500, 1, 500 * 0.3 + 500 * 3.75 + 15],
    // Rounded up once: 1 × 0.3 + 1 × 3.75, and not each by itself.
    [2, 1, 1, 0, 5],
    [1, 1, 0, 0, 1],
    [199_999, 0, 0, 0, 599_997],
    // The tier is for the whole request, and what it does not price is the tier's input.
    [200_000, 0, 0, 1_000, 1_200_000 + 22_500],
    [200_000, 0, 100_000, 0, 1_200_000],
    [200_000, 200_000, 0, 0, 120_000],
  ])("of %i in, %i cached, %i written to a cache and %i out is %d", (...row) => {
    const [inputTokens, cachedTokens, cacheWriteTokens, outputTokens, cost] = row;
    const usage = { inputTokens, cachedTokens, cacheWriteTokens, outputTokens };
    expect(usageCost(usage, priceFor(model, inputTokens))).toBe(cost);
  });

  test("is nothing for a model of which nothing was said", () => {
    const usage = { inputTokens: 9, cachedTokens: 0, cacheWriteTokens: 0, outputTokens: 9 };
    expect(usageCost(usage, priceFor(undefined, 9))).toBe(0);
    expect(usageCost(usage, priceFor({ tiers: [] }, 9))).toBe(0);
  });

  test("is exact where a product passes 2^53", () => {
    const usage = {
      inputTokens: 99_999_999,
      cachedTokens: 0,
      cacheWriteTokens: 0,
      outputTokens: 0,
    };
    expect(usageCost(usage, { input: 999_999_999, output: 0 })).toBe(99_999_998_901);
  });
});

const upTo = (inputTokens: number, mostTokens: number): Parameters<typeof highestPrice>[1] => ({
  inputTokens,
  mostTokens,
  cachesHour: false,
});

describe("what is reserved", () => {
  test("has the price of an hour in the cache only for a request that asks for it", () => {
    const priced = { price: { input: 4, cacheWrite: 5, output: 1 }, tiers: [] };
    const asked = { ...upTo(10, 10), cachesHour: true };
    expect(highestPrice(priced, upTo(10, 10)).input).toBe(5);
    expect(highestPrice(priced, asked).input).toBe(8);
    const own = { price: { ...priced.price, cacheWriteHour: 7 }, tiers: [] };
    expect(highestPrice(own, asked).input).toBe(7);
    expect(highestPrice({ price: { input: 4, output: 1 }, tiers: [] }, asked).input).toBe(4);
  });

  test("has the price of every server that shares the requests", () => {
    const [dear, dearest] = [
      { input: 8, output: 2 },
      { input: 90, output: 90 },
    ];
    const fallbacks = [
      { upstreamId: "a", weight: 1, price: dear },
      { upstreamId: "b", price: dearest },
    ];
    const priced = { price: { input: 4, output: 1 }, tiers: [], fallbacks };
    expect(highestPrice(priced, upTo(10, 10))).toEqual(dear);
  });

  test("has the highest of every price that may apply to so much input", () => {
    expect(highestPrice(model, upTo(1_000, 4_000))).toEqual({
      input: 3_750_000,
      output: 15_000_000,
    });
    expect(highestPrice(model, upTo(50_000, 200_000))).toEqual({
      input: 6_000_000,
      output: 22_500_000,
    });
    expect(highestPrice(model, upTo(400_000, 400_000))).toEqual({
      input: 6_000_000,
      output: 22_500_000,
    });
  });

  test("covers every way in which the estimate may come true", () => {
    const random = randomOf(7);
    for (let round = 0; round < 5_000; round += 1) {
      const amount = (): number => Math.floor(random() * 20_000_000);
      const randomPrice = (): Price => ({
        input: amount(),
        output: amount(),
        ...(random() < 0.5 && { cachedInput: amount() }),
        ...(random() < 0.5 && { cacheWrite: amount() }),
        ...(random() < 0.3 && { cacheWriteHour: amount() }),
      });
      const priced = {
        price: randomPrice(),
        tiers: [{ fromInputTokens: Math.floor(random() * 2_000), price: randomPrice() }],
      };
      const inputTokens = Math.floor(random() * 2_000);
      const cachedTokens = Math.floor(random() * inputTokens);
      const cacheWriteTokens = Math.floor(random() * (inputTokens - cachedTokens));
      const outputTokens = Math.floor(random() * 2_000);
      const cachesHour = random() < 0.5;
      const usage = {
        inputTokens,
        cachedTokens,
        cacheWriteTokens,
        outputTokens,
        ...(cachesHour && { cacheWriteHourTokens: Math.floor(random() * cacheWriteTokens) }),
      };
      const reserved = usageCost(
        { inputTokens, cachedTokens: 0, cacheWriteTokens: 0, outputTokens },
        highestPrice(priced, { inputTokens, mostTokens: inputTokens, cachesHour }),
      );
      const cost = usageCost(usage, priceFor(priced, inputTokens));
      expect(Number.isInteger(cost)).toBe(true);
      expect(reserved).toBeGreaterThanOrEqual(cost);
    }
  });
});

/** Numbers that are the same every time (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
