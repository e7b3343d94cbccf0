import { expect, test } from "vitest";

import { readChatCall } from "../../../../src/hubServer/models/chatCall.ts";
import { EditedModels } from "../../../../src/hubServer/models/editedModels.ts";
import { ModelCatalog } from "../../../../src/hubServer/models/modelCatalog.ts";
import type { Model, ModelSource } from "../../../../src/hubServer/models/modelSource.ts";
import type { ModelRecord } from "../../../../src/hubServer/store/records.ts";

/** A model that can be told from others. */
const modelOf = (name: string): Model => ({ chat: () => Promise.reject(new Error(name)) });

function sourceOf(
  name: string,
  ids: readonly string[],
): ModelSource & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    name,
    asked,
    list: () =>
      Promise.resolve(ids.map((id) => ({ id, created: 1, owned_by: name, context_length: 10 }))),
    find: (id, mayBeUnlisted) => {
      if (mayBeUnlisted) {
        asked.push(id);
      }
      return Promise.resolve(ids.includes(id) ? modelOf(`${name} ${id}`) : undefined);
    },
  };
}

function record(id: string, changes: Partial<ModelRecord> = {}): ModelRecord {
  return { id, tiers: [], isActive: true, createdAt: 5_000, ...changes };
}

function edited(records: readonly ModelRecord[]): EditedModels {
  const cloud = sourceOf("cloud", ["large", "small"]);
  return new EditedModels({
    catalog: new ModelCatalog([cloud]),
    records: () => Promise.resolve(records),
    upstream: (id) => Promise.resolve(id === "up_1" ? cloud : undefined),
    inOrder: (routes) => () => Promise.reject(new Error(routes.map(({ name }) => name).join(", "))),
    currency: () => Promise.resolve("BRL"),
  });
}

test("what was said of a model is listed with it, and everything else stays as its upstream has it", async () => {
  const models = await edited([
    record("large", {
      name: "Large one",
      maxOutputTokens: 4_096,
      price: { input: 500_000, output: 1_500_000 },
    }),
  ]).list();
  expect(models).toEqual([
    {
      id: "large",
      created: 1,
      owned_by: "cloud",
      context_length: 10,
      name: "Large one",
      max_output_tokens: 4_096,
      pricing: { prompt: "0.0000005", completion: "0.0000015", currency: "BRL" },
    },
    { id: "small", created: 1, owned_by: "cloud", context_length: 10 },
  ]);
});

test("a model that was taken away is neither listed nor found", async () => {
  const models = edited([record("large", { isActive: false })]);
  expect((await models.list()).map(({ id }) => id)).toEqual(["small"]);
  expect(await models.find("large")).toBeUndefined();
  expect((await models.find("small"))?.id).toBe("small");
});

test("a model with an id of its own runs at its upstream under that one's id", async () => {
  const models = edited([record("house", { upstreamId: "up_1", upstreamModel: "small" })]);
  expect((await models.list()).map(({ id }) => id)).toEqual(["large", "small", "house"]);
  const found = await models.find("house");
  expect(found?.id).toBe("house");
  await expect(found?.model.chat?.({} as never, {} as never)).rejects.toThrow("cloud small");
  expect((await models.find("claude-house"))?.id).toBe("house");
});

test("a model of an upstream that is gone is not found", async () => {
  const models = edited([record("house", { upstreamId: "up_2" })]);
  expect(await models.find("house")).toBeUndefined();
});

test("whole prices have no trailing zeros", async () => {
  const [model] = await edited([
    record("large", { price: { input: 0, output: 2_000_000_000_000 } }),
  ]).list();
  expect(model?.["pricing"]).toMatchObject({ prompt: "0", completion: "2" });
});

const price = { input: 1_000_000, output: 1_000_000 };

test.each<readonly [string, boolean, Partial<ModelRecord>]>([
  ["without a price", true, {}],
  ["with a price for writes to the cache", true, { price: { ...price, cacheWrite: 1_250_000 } }],
  ["with prices, and none for writes to the cache", false, { price }],
  ["with a tier that has none", false, { tiers: [{ fromInputTokens: 0, price }] }],
  ["with the cache turned off", false, { promptCache: false }],
])("the hub marks prompts of a model %s: %s", async (_, cachesPrompt, changes) => {
  const asked: boolean[] = [];
  const source = sourceOf("cloud", ["large"]);
  const models = new EditedModels({
    catalog: new ModelCatalog([
      {
        ...source,
        find: () =>
          Promise.resolve({
            chat: (call) => {
              asked.push(call.cachesPrompt);
              return Promise.reject(new Error("no answer"));
            },
          }),
      },
    ]),
    records: () => Promise.resolve([record("large", changes)]),
    upstream: () => Promise.resolve(undefined),
    inOrder: (routes) => () => Promise.reject(new Error(routes.map(({ name }) => name).join(", "))),
    currency: () => Promise.resolve("BRL"),
  });
  const found = await models.find("large");
  const call = readChatCall(
    new TextEncoder().encode('{"model":"large","messages":[{"role":"user","content":"Hi"}]}'),
    "openai",
  );
  const context = { requestId: "r", signal: new AbortController().signal, tap: silentTap };
  await expect(found?.model.chat?.(call, context)).rejects.toThrow("no answer");
  expect(asked).toEqual([cachesPrompt]);
});

const silentTap = {
  add: () => true,
  addCounted: () => undefined,
  blockBegan: () => undefined,
  report: () => undefined,
  cut: () => undefined,
  finish: () => undefined,
  lost: () => undefined,
  fail: () => undefined,
};
