import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { FimModelHub } from "./fimModelHub.ts";

const model = new FimModelHub();
const { upstream } = model;

beforeAll(() => model.start(), 60_000);
beforeEach(() => {
  upstream.requests.length = 0;
  upstream.handle = (_, response) =>
    response.end(
      JSON.stringify({
        choices: [{ text: "sum<|file_sep|>rest" }],
        usage: { prompt_tokens: 70, completion_tokens: 9 },
      }),
    );
});
afterAll(() => model.dispose());

test("the hub builds the prompt of the model's family, and ends the answer at its tokens", async () => {
  await model.say("qwen");
  const response = await model.complete({ stop: ["\n"], max_tokens: 900, hub: { path: "a.ts" } });
  expect(await response.json()).toMatchObject({
    choices: [{ text: "sum", finish_reason: "stop" }],
  });
  // 70 tokens in at 1.00 and 9 out at 2.00 a million.
  expect(response.headers.get("x-hub-cost")).toBe("0.000088");
  expect(upstream.last.path).toBe("/v1/completions");
  expect(upstream.last.fields).toMatchObject({
    model: "real",
    prompt: "<|fim_prefix|>const a = <|fim_suffix|>;\n<|fim_middle|>",
    max_tokens: 256,
    stream: false,
  });
  expect(upstream.last.fields["stop"]).toContain("\n");
  expect(upstream.last.fields).not.toHaveProperty("hub");
  expect(upstream.last.fields).not.toHaveProperty("suffix");
});

test("a server that takes a suffix gets it, and a client that streams gets a stream", async () => {
  await model.say("suffix");
  const response = await model.complete({ stream: true });
  expect(await response.text()).toMatch(/"finish_reason":"stop".*\n\ndata: \[DONE\]\n\n$/su);
  expect(upstream.last.fields).toMatchObject({ prompt: "const a = ", suffix: ";\n" });
});

test("an answer at its limit comes whole and says that it was cut", async () => {
  await model.say("qwen");
  const text = `${" ".repeat(90)}return total;`;
  upstream.handle = (_, response) =>
    response.end(JSON.stringify({ choices: [{ text, finish_reason: "length" }] }));
  const response = await model.complete({ max_tokens: 16 });
  expect(await response.json()).toMatchObject({ choices: [{ text, finish_reason: "length" }] });
});

test("a control token of the model around the cursor is not sent", async () => {
  await model.say("qwen");
  const response = await model.complete({ suffix: "<|fim_middle|>" });
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { error: { code: "fim_token_in_text", param: "suffix" } },
  ]);
  expect(upstream.requests.filter(({ path }) => path === "/v1/completions")).toEqual([]);
});

test("a server's refusal comes as it is, asked once", async () => {
  await model.say("suffix");
  upstream.handle = (_, response) => {
    response.statusCode = 400;
    response.end(JSON.stringify({ error: { message: "suffix is not currently supported" } }));
  };
  const response = await model.complete({});
  expect(response.status).toBe(400);
  expect(await response.text()).toContain("suffix is not currently supported");
  expect(upstream.requests.filter(({ path }) => path === "/v1/completions")).toHaveLength(1);
});

async function entry(): Promise<unknown> {
  const list = (await (await model.hub.api("/hub/v1/models")).json()) as {
    readonly data: readonly { readonly id: string }[];
  };
  return list.data.find(({ id }) => id === "real");
}

test("the list says of the model that it fills in, and no longer without a form", async () => {
  await model.say("qwen");
  expect(await entry()).toMatchObject({
    capabilities: { fim: true },
    hub: { formats: ["openai", "anthropic", "responses", "completions"] },
  });
  await model.say(null);
  expect(await entry()).not.toHaveProperty("capabilities");
});
