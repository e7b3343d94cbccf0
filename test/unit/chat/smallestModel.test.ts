import { expect, test } from "vitest";

import { smallestModel } from "../../../src/chat/smallestModel.ts";
import type { HubModel } from "../../../src/shared/hubApi/model.ts";

const model = (id: string, more: Partial<HubModel> = {}): HubModel => ({
  id,
  name: id,
  capabilities: {},
  ...more,
});
const priced = (id: string, input: string, output: string, currency = "USD"): HubModel =>
  model(id, { pricing: { input, output, currency } });
const smallest = (...models: HubModel[]): string | undefined => smallestModel(models)?.id;

test("with prices, the model that costs least in the usual currency", () => {
  expect(
    smallest(
      priced("large", "0.00001", "0.00003"),
      priced("cheap-in", "0.000001", "0.00009"),
      priced("small", "0.000002", "0.000004"),
      priced("other-money", "0.0000001", "0.0000001", "BRL"),
      model("unpriced-nano"),
    ),
  ).toBe("small");
});

test("without prices, the model whose name says that it is small", () => {
  expect(smallest(model("gpt-x-large"), model("gpt-x-mini"), model("gpt-x-nano"))).toBe(
    "gpt-x-nano",
  );
  expect(smallest(model("llama-70b"), model("llama-8b"), model("qwen-1.5b-chat"))).toBe(
    "qwen-1.5b-chat",
  );
  expect(smallest(model("claude-haiku"), model("phi-3b"))).toBe("phi-3b");
});

test("no model at all rather than one of unknown size", () => {
  expect(smallest(model("gpt-x-large"), model("llama-70b"), model("gemini-pro"))).toBeUndefined();
  // "mini" only as a word of its own.
  expect(smallest(model("gemini"), model("minimax"))).toBeUndefined();
  expect(smallest()).toBeUndefined();
});

test("never one that is locked, for something else, or the hub's own demonstration", () => {
  expect(
    smallest(
      { ...priced("locked", "0", "0"), locked: {} },
      { ...priced("embedding", "0", "0"), type: "embedding" },
      { ...priced("hub-demo", "0", "0"), ownedBy: "hub-local" },
    ),
  ).toBeUndefined();
});

test("a price that is not a number is no price", () => {
  expect(smallest(priced("odd", "cheap", "-1"), priced("known", "1", "1"))).toBe("known");
});
