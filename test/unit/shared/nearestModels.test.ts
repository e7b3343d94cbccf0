import { expect, test } from "vitest";

import type { HubModel } from "../../../src/shared/hubApi/model.ts";
import { nearestModels } from "../../../src/shared/hubApi/nearestModels.ts";

const model = (id: string, more: Partial<HubModel> = {}): HubModel => ({
  id,
  name: id,
  capabilities: {},
  ...more,
});

const idsOf = (models: readonly HubModel[], id: string): string[] =>
  nearestModels(models, id, 2).map((one) => one.id);

test("the nearest models share the words of the name", () => {
  const models = [model("claude-y"), model("gpt-4-mini"), model("gpt-5-large")];
  expect(idsOf(models, "gpt-5")).toEqual(["gpt-5-large", "gpt-4-mini"]);
});

test("of models that are alike the one that reads as much goes first", () => {
  const models = [
    model("gpt-a", { contextLength: 8000 }),
    model("gpt-b", { contextLength: 200_000 }),
    model("gpt-c", { contextLength: 128_000, locked: {} }),
  ];
  expect(idsOf(models, "gpt-c")).toEqual(["gpt-b", "gpt-a"]);
});

test("what cannot be used is no alternative", () => {
  const models = [
    model("gpt-locked", { locked: {} }),
    model("gpt-embed", { type: "embedding" }),
    model("gpt"),
    model("other"),
  ];
  expect(idsOf(models, "gpt")).toEqual(["other"]);
});
