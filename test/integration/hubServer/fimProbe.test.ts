import { afterAll, beforeAll, expect, test } from "vitest";

import { FimModelHub } from "./fimModelHub.ts";

const model = new FimModelHub();
const { upstream } = model;

beforeAll(async () => {
  upstream.models = [
    { id: "coder", owned_by: "library" },
    { id: "talker", owned_by: "library" },
    { id: "lm", owned_by: "llamacpp" },
    { id: "codestral", capabilities: { completion_fim: true, vision: false } },
    { id: "real" },
  ];
  upstream.handle = ({ path, fields }, response) => {
    const isCoder = fields["model"] === "coder";
    const answers: Readonly<Record<string, object>> = {
      "/api/show": { capabilities: isCoder ? ["completion", "insert"] : ["completion"] },
      "/infill": { content: "", stop: true },
    };
    response.end(JSON.stringify(answers[path] ?? { choices: [{ text: "sum" }] }));
  };
  await model.start();
}, 60_000);
afterAll(() => model.dispose());

interface Entry {
  readonly id: string;
  readonly capabilities?: { readonly fim?: boolean };
}

async function entries(): Promise<readonly Entry[]> {
  const response = await model.hub.api("/hub/v1/models");
  return ((await response.json()) as { readonly data: readonly Entry[] }).data;
}

test("what a server says of filling in is asked once, generates nothing, and is listed", async () => {
  const fills = (await entries()).filter(({ capabilities }) => capabilities?.fim === true);
  expect(fills.map(({ id }) => id)).toEqual(
    expect.arrayContaining(["coder", "lm", "codestral"]) as unknown,
  );
  expect(fills.map(({ id }) => id)).not.toContain("talker");
  expect(fills.map(({ id }) => id)).not.toContain("real");
  expect((await entries()).find(({ id }) => id === "codestral")).toMatchObject({
    capabilities: { fim: true, vision: false },
    hub: { formats: ["openai", "anthropic", "responses", "completions"] },
  });
  const asked = upstream.requests.map(({ path, fields }) => [path, fields["model"]]);
  expect(asked).toEqual([
    ["/api/show", "coder"],
    ["/api/show", "talker"],
    ["/infill", "lm"],
  ]);
  expect(upstream.requests[2]?.fields).toMatchObject({ n_predict: 0 });
});

test.each([
  ["coder", "/v1/completions"],
  ["lm", "/infill"],
  ["codestral", "/v1/fim/completions"],
  ["talker", "/v1/chat/completions"],
])("%s is then asked by %s, without a word of an administrator", async (id, path) => {
  await model.complete({ model: id });
  expect(upstream.last.path).toBe(path);
});

test("an administrator's word is worth more than the server's", async () => {
  await model.say("chat", "coder");
  await model.complete({ model: "coder" });
  expect(upstream.last.path).toBe("/v1/chat/completions");
  const entry = (await entries()).find(({ id }) => id === "coder");
  expect(entry?.capabilities).not.toHaveProperty("fim");
});
