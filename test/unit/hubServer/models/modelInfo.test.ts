import { expect, test } from "vitest";

import { withFormats } from "../../../../src/hubServer/models/modelInfo.ts";

const model = { id: "m", created: 1, owned_by: "lab" };

test.each([
  ["openai", ["openai", "anthropic", "responses"]],
  ["anthropic", ["anthropic", "openai", "responses"]],
  ["responses", ["responses", "openai", "anthropic"]],
] as const)("a chat model of a server of the format %s names that format first", (own, formats) => {
  expect(withFormats(model, own)).toEqual({ ...model, hub: { formats } });
});

test("formats that the server lists stay, and a model of embeddings has none", () => {
  const listed = { ...model, hub: { formats: ["openai"], policy: "allowed" } };
  expect(withFormats(listed, "anthropic")).toBe(listed);
  const embedding = { ...model, type: "embedding" };
  expect(withFormats(embedding, "openai")).toBe(embedding);
});
