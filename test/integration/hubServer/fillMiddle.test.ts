import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { FakeUpstream } from "../../support/modelServer/fakeUpstream.ts";
import { HubLab, type HubProcess } from "./hubProcess.ts";

const lab = new HubLab();
const upstream = new FakeUpstream();
let hub: HubProcess;

beforeAll(async () => {
  await lab.build();
  const url = await upstream.listen();
  hub = await lab.start([
    "--lab",
    "--data",
    join(lab.home, "fill"),
    "--upstream",
    `far=${url.href}`,
  ]);
}, 60_000);
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
afterAll(() => {
  upstream.close();
  return lab.dispose();
});

async function say(fim: string | null): Promise<void> {
  const response = await fetch(`${hub.url}/hub/admin/v1/models/real`, {
    method: "PUT",
    headers: {
      authorization: `Bearer ${hub.adminToken ?? ""}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({
      tiers: [],
      is_active: true,
      fim,
      price: { input: "1.00", output: "2.00" },
    }),
  });
  expect(response.status, await response.clone().text()).toBe(200);
  expect(await response.json()).toMatchObject({ fim });
}

function complete(body: object) {
  return hub.api("/hub/v1/completions", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ model: "real", prompt: "const a = ", suffix: ";\n", ...body }),
  });
}

test("the hub builds the prompt of the model's family, and ends the answer at its tokens", async () => {
  await say("qwen");
  const response = await complete({ stop: ["\n"], max_tokens: 900, hub: { path: "a.ts" } });
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
  await say("suffix");
  const response = await complete({ stream: true });
  expect(await response.text()).toMatch(/"finish_reason":"stop".*\n\ndata: \[DONE\]\n\n$/su);
  expect(upstream.last.fields).toMatchObject({ prompt: "const a = ", suffix: ";\n" });
});

test("an answer at its limit comes whole and says that it was cut", async () => {
  await say("qwen");
  const text = `${" ".repeat(90)}return total;`;
  upstream.handle = (_, response) =>
    response.end(JSON.stringify({ choices: [{ text, finish_reason: "length" }] }));
  const response = await complete({ max_tokens: 16 });
  expect(await response.json()).toMatchObject({ choices: [{ text, finish_reason: "length" }] });
});

test("a control token of the model around the cursor is not sent", async () => {
  await say("qwen");
  const response = await complete({ suffix: "<|fim_middle|>" });
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { error: { code: "fim_token_in_text", param: "suffix" } },
  ]);
  expect(upstream.requests.filter(({ path }) => path === "/v1/completions")).toEqual([]);
});

test("CMP 07: a server's refusal comes as it is, asked once", async () => {
  await say("suffix");
  upstream.handle = (_, response) => {
    response.statusCode = 400;
    response.end(JSON.stringify({ error: { message: "suffix is not currently supported" } }));
  };
  const response = await complete({});
  expect(response.status).toBe(400);
  expect(await response.text()).toContain("suffix is not currently supported");
  expect(upstream.requests.filter(({ path }) => path === "/v1/completions")).toHaveLength(1);
});

async function entry(): Promise<unknown> {
  const list = (await (await hub.api("/hub/v1/models")).json()) as {
    readonly data: readonly { readonly id: string }[];
  };
  return list.data.find(({ id }) => id === "real");
}

test("the list says of the model that it fills in, and no longer without a form", async () => {
  await say("qwen");
  expect(await entry()).toMatchObject({
    capabilities: { fim: true },
    hub: { formats: ["openai", "anthropic", "completions"] },
  });
  await say(null);
  expect(await entry()).not.toHaveProperty("capabilities");
});
