import { describe, expect, test } from "vitest";

import { readModels } from "../../../src/hub/calls/models.ts";
import { hubModelSchema } from "../../../src/shared/hubApi/model.ts";

const bare = { id: "a", name: "a", capabilities: {} };

describe("a list of models is read in every common shape", () => {
  test.each([
    ["OpenAI", { object: "list", data: [{ id: "a", object: "model" }] }],
    ["models", { models: [{ id: "a" }] }],
    ["an array", [{ id: "a" }]],
    ["a name only", { models: [{ name: "a" }] }],
    ["strings", ["a"]],
    ["with entries that are none", { data: [null, 7, {}, { id: "" }, { id: "a" }, { id: "a" }] }],
    ["Anthropic", { data: [{ type: "model", id: "a", display_name: "a" }], has_more: false }],
  ])("%s", (_name, body) => {
    expect(readModels(body)).toEqual([bare]);
  });

  test.each([undefined, null, 7, "x", {}, { data: {} }, { error: { message: "no" } }])(
    "%j is none",
    (body) => {
      expect(readModels(body)).toBeUndefined();
    },
  );

  test("an empty list is a list", () => {
    expect(readModels({ data: [] })).toEqual([]);
  });
});

test.each([
  [{ hub: { formats: ["openai", "anthropic"] } }, ["openai", "anthropic"]],
  [{ supported_endpoints: ["/v1/messages", "ws:/responses", 7] }, ["anthropic"]],
  [{ supported_endpoints: ["/chat/completions", "/v1/messages"] }, ["openai", "anthropic"]],
  [{ hub: { formats: ["other"] } }, undefined],
  [{}, undefined],
])("the chat formats of a model are those that are said: %j", (fields, formats) => {
  expect(readModels([{ id: "a", ...fields }])?.[0]?.formats).toEqual(formats);
});

test("everything this hub reports is taken", () => {
  const [model] =
    readModels({
      data: [
        {
          id: "hub-demo",
          owned_by: "hub-local",
          name: "Hub demo",
          description: "About",
          context_length: 32_768,
          max_output_tokens: 4096,
          type: "chat",
          capabilities: { tools: true, vision: false, thinking: false },
          pricing: { prompt: "0.0000005", completion: 0.0000015, currency: "USD" },
        },
      ],
    }) ?? [];
  expect(model).toEqual({
    id: "hub-demo",
    name: "Hub demo",
    description: "About",
    contextLength: 32_768,
    maxOutputTokens: 4096,
    type: "chat",
    ownedBy: "hub-local",
    capabilities: { tools: true, vision: false, reasoning: false },
    pricing: { input: "0.0000005", output: "0.0000015", currency: "USD" },
  });
});

describe("what a model can do comes from wherever it is said", () => {
  test.each([
    [{ context_length: 1 }, 1],
    [{ max_model_len: 2 }, 2],
    [{ context_window: 3 }, 3],
    [{ max_context_length: 4 }, 4],
    [{ max_input_tokens: 5 }, 5],
    [{ top_provider: { context_length: 6 } }, 6],
    [{ context_length: 0, max_model_len: 7 }, 7],
    [JSON.parse('{"context_length":1e400,"context_window":8}'), 8],
    [{ context_length: "9" }, undefined],
    [{ context_length: -1 }, undefined],
  ])("the context of %j is %s", (fields: object, contextLength) => {
    expect(readModels([{ id: "a", ...fields }])?.[0]?.contextLength).toBe(contextLength);
  });

  test.each([
    [{ capabilities: { apply_patch: true } }, true],
    [{ capabilities: ["tools", "apply_patch"] }, true],
    [{ capabilities: { tools: true } }, undefined],
    [{ capabilities: { apply_patch: "yes" } }, undefined],
  ])("%j: writes patches %s", (fields: object, patches) => {
    expect(readModels([{ id: "a", ...fields }])?.[0]?.capabilities.patches).toBe(patches);
  });

  test.each([
    [{ capabilities: { tools: true, vision: true, reasoning: true } }],
    [{ capabilities: { function_calling: true, vision: true, thinking: true } }],
    [{ capabilities: ["tools", "vision", "thinking"] }],
    [
      {
        supported_parameters: ["tools", "reasoning"],
        architecture: { input_modalities: ["text", "image"] },
      },
    ],
  ])("%j: tools, vision, reasoning", (fields) => {
    expect(readModels([{ id: "a", ...fields }])?.[0]?.capabilities).toEqual({
      tools: true,
      vision: true,
      reasoning: true,
    });
  });

  test("what is not said is not known", () => {
    expect(readModels([{ id: "a", capabilities: null }])?.[0]?.capabilities).toEqual({});
  });
});

describe("a list has bounds", () => {
  test("10,000 models are read, 30,000 are cut at 20,000", () => {
    const models = Array.from({ length: 30_000 }, (_, i) => ({ id: `m${i}` }));
    expect(readModels(models.slice(0, 10_000))).toHaveLength(10_000);
    expect(readModels(models)).toHaveLength(20_000);
  });

  test("texts are cut, and what is odd is left out", () => {
    const [model] =
      readModels([
        {
          id: "a",
          name: 7,
          description: "x".repeat(5000),
          owned_by: {},
          type: "t".repeat(99),
          pricing: { prompt: "free", completion: "-1" },
        },
      ]) ?? [];
    expect(model).toMatchObject({ id: "a", name: "a" });
    expect(model?.description).toHaveLength(2000);
    expect(model?.pricing).toEqual({});
    expect(hubModelSchema.safeParse(model).success).toBe(true);
  });

  test("names of the language's own objects are only names", () => {
    expect(readModels([{ id: "__proto__" }, { id: "constructor" }])).toHaveLength(2);
  });
});

test.each([
  ["hub policy", { hub: { policy: "denied", reason: "only leads" } }, { reason: "only leads" }],
  ["a lock", { locked: true }, {}],
  ["a permission", { allowed: false, locked_reason: "no" }, { reason: "no" }],
  ["an access word", { access: "Forbidden" }, {}],
  ["nothing of it", { hub: { policy: "allowed" }, allowed: true, locked: false }, undefined],
])("a model that is shown but may not be used, by %s, is locked", (_, fields, locked) => {
  expect(readModels([{ id: "m", ...fields }])?.[0]?.locked).toEqual(locked);
});
