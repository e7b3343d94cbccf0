import { expect, test } from "vitest";

import type { HubModel } from "../../../../src/shared/hubApi/model.ts";
import { modelOptions } from "../../../../src/webview/page/state/modelChoice.ts";

const model = (id: string, more: Partial<HubModel> = {}): HubModel => ({
  id,
  name: id,
  capabilities: {},
  ...more,
});

const idsOf = (models: readonly HubModel[], query: string): readonly string[] =>
  modelOptions(models, query).options.map(({ id }) => id);

test("every typed word must be in the name or id, in any order and case", () => {
  const models = [model("gpt-x", { name: "GPT X Large" }), model("gpt-y", { name: "Small" })];
  expect(idsOf(models, "")).toEqual(["gpt-x", "gpt-y"]);
  expect(idsOf(models, "large GPT")).toEqual(["gpt-x"]);
});

test("models that say they are for something else are not offered", () => {
  expect(
    idsOf([model("a", { type: "embedding" }), model("b", { type: "chat" }), model("c")], ""),
  ).toEqual(["b", "c"]);
});

test("what matches nothing is offered as a name of its own", () => {
  expect(modelOptions([model("a")], " my-model ")).toEqual({
    options: [{ kind: "typed", id: "my-model" }],
    more: 0,
  });
  expect(modelOptions([], "").options).toEqual([]);
});

test("a name that the hub does not list can be chosen although others match", () => {
  const models = [model("gpt-5"), model("gpt-5-mini")];
  expect(idsOf(models, "gpt-5-large")).toEqual(["gpt-5-large"]);
  expect(modelOptions(models, "gpt").options.at(-1)).toEqual({ kind: "typed", id: "gpt" });
  expect(idsOf(models, "gpt-5")).toEqual(["gpt-5", "gpt-5-mini"]);
  expect(idsOf(models, "gpt mini")).toEqual(["gpt-5-mini"]);
});

test("a long list is cut and says by how much", () => {
  const { options, more } = modelOptions(
    Array.from({ length: 1000 }, (_, index) => model(`m${index}`)),
    "",
  );
  expect([options.length, more]).toEqual([100, 900]);
});
