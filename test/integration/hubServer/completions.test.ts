import { join } from "node:path";

import { afterAll, beforeAll, expect, test } from "vitest";

import { readCompletionCall } from "../../../src/hubServer/models/completionCall.ts";
import { HubLab, type HubProcess } from "./hubProcess.ts";

const lab = new HubLab();
let hub: HubProcess;

beforeAll(async () => {
  await lab.build();
  hub = await lab.start(["--lab", "--data", join(lab.home, "completions")]);
}, 60_000);
afterAll(() => lab.dispose());

function complete(body: object, headers: Readonly<Record<string, string>> = {}, token = hub.token) {
  return fetch(`${hub.url}/hub/v1/completions`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "x-hub-app": "vscode-completion",
      ...headers,
    },
    body: JSON.stringify({ model: "hub-demo", prompt: "", ...body }),
  });
}

async function textOf(body: object): Promise<unknown> {
  const response = await complete(body);
  const answer = (await response.json()) as {
    readonly choices: readonly { readonly text: string }[];
  };
  return answer.choices[0]?.text;
}

test("the demonstration fills in the middle by rule", async () => {
  const getter = "class A {\n  #total = 0;\n  get total() {\n    ";
  expect(await textOf({ prompt: getter, suffix: "\n  }\n}\n" })).toBe("return this.#total;");
  expect(await textOf({ prompt: "const customerName = 1;\nuse(custo", suffix: ")" })).toBe(
    "merName",
  );
  expect(await textOf({ prompt: "call(list[0", suffix: "\n" })).toBe("])");
  expect(await textOf({ prompt: "call(1", suffix: ")\n" })).toBe("");
});

const answer = { path: "script/answer", text: "sum + 1;\nnext line" };

test("an answer in one piece has the form of the legacy completions, with usage and its cost", async () => {
  const response = await complete({
    model: "hub-script-fim",
    prompt: "return ",
    suffix: "\n",
    stop: ["\n"],
    hub: { path: "a.ts", context: [answer] },
  });
  expect(await response.json()).toEqual({
    id: expect.stringMatching(/^cmpl-/u) as string,
    object: "text_completion",
    created: expect.any(Number) as number,
    model: "hub-script-fim",
    choices: [{ index: 0, text: "sum + 1;", logprobs: null, finish_reason: "stop" }],
    usage: {
      prompt_tokens: expect.any(Number) as number,
      completion_tokens: 2,
      total_tokens: expect.any(Number) as number,
    },
  });
  expect(response.headers.get("x-hub-cost")).toMatch(/^0\./u);
  expect(response.headers.get("x-hub-completions-limit")).toBe("40");
});

test("a streamed answer comes in chunks, ends with its usage and [DONE], and is cut at its tokens", async () => {
  const response = await complete({
    model: "hub-script-fim",
    max_tokens: 3,
    stream: true,
    stream_options: { include_usage: true },
    hub: { context: [answer] },
  });
  const lines = (await response.text())
    .split("\n")
    .filter((line) => line.startsWith("data: "))
    .map((line) => line.slice(6));
  expect(lines.at(-1)).toBe("[DONE]");
  const chunks = lines.slice(0, -1).map(
    (line) =>
      JSON.parse(line) as {
        readonly choices: readonly { readonly text: string; readonly finish_reason: unknown }[];
        readonly usage?: unknown;
      },
  );
  const choices = chunks.flatMap((chunk) => chunk.choices);
  expect(choices.map(({ text }) => text).join("")).toBe("sum + 1;\nnex");
  expect(choices.at(-1)).toMatchObject({ text: "", finish_reason: "length" });
  expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { completion_tokens: 3 } });
});

test("a model that only chats is asked for the hole in a chat", async () => {
  const response = await complete({ model: "hub-script-echo", prompt: "before", suffix: "after" });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ object: "text_completion" });
});

test("a list of one prompt, as LangChain sends it, is that prompt", async () => {
  const prompt = "const customerName = 1;\nuse(custo";
  expect(await textOf({ prompt: [prompt], suffix: ")" })).toBe("merName");
});

test.each([[["a", "b"]], [[]], [[1, 2]], [[[1, 2]]]])(
  "the list of prompts %j is refused with what is supported",
  async (prompt) => {
    const response = await complete({ prompt });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      {
        error: {
          code: "invalid_value",
          param: "prompt",
          message:
            'The field "prompt" is not valid: it must be a text or a list of one text. ' +
            "Send a request for each prompt, and texts instead of token ids.",
        },
      },
    ]);
  },
);

test.each([
  [{ prompt: "a", n: 2 }, 400, "invalid_value"],
  [{ prompt: "a", echo: true }, 400, "invalid_value"],
  [{ prompt: "a", stop: Array.from({ length: 17 }, String) }, 400, "invalid_value"],
  [{ prompt: "x".repeat(70_000) }, 413, "request_too_large"],
  [{ model: "hub-hash-512", prompt: "a" }, 400, "model_not_supported"],
  [{ model: "nothing", prompt: "a" }, 404, "model_not_found"],
])("%# is refused with a reason", async (body, status, code) => {
  const response = await complete(body);
  expect([response.status, await response.json()]).toMatchObject([status, { error: { code } }]);
});

test("the list and the policy say what completion can do", async () => {
  const list = (await (await hub.api("/hub/v1/models")).json()) as {
    readonly data: readonly { readonly id: string }[];
  };
  const entry = (id: string) => list.data.find((model) => model.id === id);
  expect(entry("hub-demo")).toMatchObject({
    capabilities: { fim: true },
    hub: { formats: ["openai", "anthropic", "responses", "completions"] },
  });
  expect(entry("hub-hash-512")).toMatchObject({ hub: { formats: ["openai"] } });
  expect(await (await hub.api("/hub/v1/policy")).json()).toMatchObject({
    completion: { is_allowed: true, requests_per_minute: 40 },
  });
});

function report(offers: object): Promise<Response> {
  return complete({ prompt: "const a = ", hub: { path: "a.ts", offers } });
}

function readOffers(offers: object): unknown {
  const body = JSON.stringify({ model: "m", prompt: "", hub: { offers } });
  return readCompletionCall(Buffer.from(body)).offers;
}

test("a client's report of its offers goes with a request, whose answer does not depend on it", async () => {
  expect((await report({ offered: 12, kept: 4 })).status).toBe(200);
  expect((await report({ offered: 1_001, kept: 0 })).status).toBe(200);
  expect((await report({ offered: 1, kept: -1 })).status).toBe(200);
  expect((await report({ offered: "1", kept: 0 })).status).toBe(200);
  expect(readOffers({ offered: 1_001, kept: 4 })).toEqual({ offered: 1_000, kept: 4 });
  expect(readOffers({ offered: 1, kept: -1 })).toBeUndefined();
});

test("data protection looks at the prompt, the suffix and the parts of other files", async () => {
  const card = "4539 1488 0343 6467";
  for (const body of [
    { prompt: `pay("${card}` },
    { prompt: [`pay("${card}`] },
    { prompt: "a", suffix: `cartão: ${card}` },
    { prompt: "a", hub: { context: [{ path: "a.ts", text: `card number ${card}` }] } },
  ]) {
    const response = await complete(body);
    const told = response.headers.get("x-hub-dlp") ?? "";
    await response.text();
    expect(told).toContain("card");
  }
});

test("completions have a limit of their own, whatever the windows, and chat goes on", async () => {
  const statuses = await Promise.all(
    Array.from({ length: 45 }, async () => {
      const response = await complete({ prompt: "" });
      await response.text();
      return response.status;
    }),
  );
  expect(statuses).toContain(429);
  const refused = await complete({ prompt: "" });
  expect(refused.headers.get("retry-after")).toMatch(/^\d+$/u);
  expect(await refused.json()).toMatchObject({
    error: { code: "rate_limit_exceeded", limit: "completions" },
  });
});
