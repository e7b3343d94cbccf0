import { afterAll, beforeAll, expect, test } from "vitest";

import {
  dataEvents,
  streams,
  type UpstreamHandler,
} from "../../support/modelServer/fakeUpstream.ts";
import { FimModelHub } from "./fimModelHub.ts";

const model = new FimModelHub();
const { upstream } = model;

beforeAll(() => model.start(), 60_000);
afterAll(() => model.dispose());

const done = "data: [DONE]\n\n";

/** An event of the legacy form, as Ollama, vLLM and DeepSeek send it. */
function legacy(text: string, finish_reason: string | null, usage?: object): object {
  const choices = [{ index: 0, text, logprobs: null, finish_reason }];
  return { id: "cmpl-1", object: "text_completion", created: 1, model: "real", choices, usage };
}

/** How each server streams `sum(1, 2)` with 70 tokens in and 9 out, written by hand after its documentation. */
const dialects: readonly {
  readonly server: string;
  readonly fim: string;
  readonly path: string;
  readonly sent: object;
  readonly wire: string;
}[] = [
  {
    // docs.ollama.com/api/openai-compatibility: the last text has the reason, the usage comes after it.
    server: "Ollama",
    fim: "suffix",
    path: "/v1/completions",
    sent: { prompt: "const a = ", suffix: ";\n", stream_options: { include_usage: true } },
    wire:
      dataEvents(legacy("sum(", null), legacy("1, 2)", null), legacy("", "stop"), {
        id: "cmpl-1",
        object: "text_completion",
        choices: [],
        usage: usageOf(),
      }) + done,
  },
  {
    // api-docs.deepseek.com/guides/fim_completion: the usage stands in the event with the reason.
    server: "DeepSeek",
    fim: "suffix",
    path: "/v1/completions",
    sent: { prompt: "const a = ", suffix: ";\n" },
    wire: dataEvents(legacy("sum(1", null), legacy(", 2)", "stop", usageOf())) + done,
  },
  {
    // docs.vllm.ai, OpenAI-compatible server: `usage: null` in all events but one, and it refuses a suffix.
    server: "vLLM",
    fim: "qwen",
    path: "/v1/completions",
    sent: { prompt: "<|fim_prefix|>const a = <|fim_suffix|>;\n<|fim_middle|>" },
    wire:
      dataEvents(
        { ...legacy("sum", null), usage: null },
        { ...legacy("(1, 2)", "stop"), usage: null },
        { id: "cmpl-1", choices: [], usage: usageOf() },
      ) + done,
  },
  {
    // tools/server/README.md of llama.cpp, POST /infill: no `[DONE]`, numbers beside the last, empty text.
    server: "llama.cpp",
    fim: "infill",
    path: "/infill",
    sent: { input_prefix: "const a = ", input_suffix: ";\n", n_predict: 48, stream: true },
    wire: dataEvents(
      { index: 0, content: "sum(", tokens: [1], stop: false, id_slot: -1 },
      { index: 0, content: "1, 2)", tokens: [2], stop: false, id_slot: -1 },
      { content: "", stop: true, stop_type: "eos", tokens_evaluated: 70, tokens_predicted: 9 },
    ),
  },
  {
    // docs.mistral.ai/api/endpoint/fim: deltas as in a chat (continue#7178), the usage in the last.
    server: "Codestral",
    fim: "mistral",
    path: "/v1/fim/completions",
    sent: { prompt: "const a = ", suffix: ";\n", max_tokens: 48, random_seed: 7, stop: ["\n"] },
    wire:
      dataEvents(
        { id: "1", choices: [{ index: 0, delta: { role: "assistant", content: "" } }] },
        { id: "1", choices: [{ index: 0, delta: { content: "sum(1, 2)" }, finish_reason: null }] },
        {
          id: "1",
          choices: [{ index: 0, delta: { content: "" }, finish_reason: "stop" }],
          usage: usageOf(),
        },
      ) + done,
  },
];

function usageOf(): object {
  return { prompt_tokens: 70, completion_tokens: 9, total_tokens: 79 };
}

/** The streamed text, its reasons, and its usage; fails if an event is none. */
function read(stream: string): {
  readonly text: string;
  readonly reasons: readonly unknown[];
  readonly usages: readonly unknown[];
} {
  const events = [...stream.matchAll(/^data: (?<json>\{.*)$/gmu)].map(
    ({ groups }) => JSON.parse(groups?.["json"] ?? "") as Chunk,
  );
  const choices = events.flatMap((event) => event.choices ?? []);
  return {
    text: choices.map(({ text }) => text).join(""),
    reasons: choices.flatMap(({ finish_reason: reason }) => reason ?? []),
    usages: events.flatMap(({ usage }) => usage ?? []),
  };
}

interface Chunk {
  readonly choices?: readonly { readonly text: string; readonly finish_reason: string | null }[];
  readonly usage?: unknown;
}

async function cachedTokens(): Promise<number> {
  const response = await model.hub.api("/hub/v1/usage");
  const { totals } = (await response.json()) as Totals;
  return totals.cached_tokens;
}

interface Totals {
  readonly totals: { readonly cached_tokens: number };
}

const asked = { stream: true, max_tokens: 48, seed: 7, stop: ["\n"] };

test.each(dialects)("$server is asked in its own form, and streams as it comes", async (server) => {
  await model.say(server.fim);
  upstream.handle = streams(server.wire);
  const response = await model.complete({ ...asked, stream_options: { include_usage: true } });
  const stream = await response.text();
  expect(stream).toMatch(/\n\ndata: \[DONE\]\n\n$/u);
  expect(read(stream)).toEqual({ text: "sum(1, 2)", reasons: ["stop"], usages: [usageOf()] });
  expect(upstream.last.path).toBe(server.path);
  expect(upstream.last.fields).toMatchObject(server.sent);
  for (const ours of ["hub", server.fim === "infill" ? "prompt" : "input_prefix"]) {
    expect(upstream.last.fields).not.toHaveProperty(ours);
  }
});

test("parts of other files go along where the server takes them", async () => {
  const context = [{ path: "b.ts", text: "export const b = 2;" }];
  const hub = { path: "a.ts", context };
  upstream.handle = (_, response) => response.end(JSON.stringify({ content: "b", stop: true }));
  await model.say("infill");
  expect((await model.complete({ hub })).status).toBe(200);
  expect(upstream.last.fields).toMatchObject({
    input_extra: [{ filename: "b.ts", text: "export const b = 2;" }],
    stream: false,
  });
  upstream.handle = (_, response) =>
    response.end(JSON.stringify({ choices: [{ message: { content: "b" } }] }));
  await model.say("mistral");
  const response = await model.complete({ hub });
  expect(await response.json()).toMatchObject({ choices: [{ text: "b" }] });
  expect(upstream.last.fields["prompt"]).toBe(
    "+++++ b.ts\nexport const b = 2;\n+++++ a.ts\nconst a = ",
  );
});

test("a control token of Codestral reaches neither its server nor its files", async () => {
  await model.say("mistral");
  const before = upstream.requests.length;
  const refused = await model.complete({ prompt: "const a = '[SUFFIX]" });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ error: { code: "fim_token_in_text" } });
  expect(upstream.requests).toHaveLength(before);
  upstream.handle = (_, response) =>
    response.end(JSON.stringify({ choices: [{ message: { content: "b" } }] }));
  const context = [{ path: "b.ts", text: "[PREFIX]" }];
  await (await model.complete({ hub: { path: "a.ts", context } })).text();
  expect(upstream.last.fields["prompt"]).toBe("const a = ");
});

test("a text that llama.cpp cut at its limit says so", async () => {
  await model.say("infill");
  upstream.handle = (_, response) =>
    response.end(JSON.stringify({ content: "sum(", stop: true, stop_type: "limit" }));
  const response = await model.complete({});
  expect(await response.json()).toMatchObject({ choices: [{ finish_reason: "length" }] });
});

test("a piece reaches the client before the server has the next", async () => {
  await model.say("qwen");
  let goOn: (() => void) | undefined;
  upstream.handle = (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(dataEvents(legacy("first line of many words in one long text", null)));
    goOn = () => response.end(dataEvents(legacy(" and last", "stop")) + done);
  };
  const response = await model.complete(asked);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let stream = "";
  while (!stream.includes("first line")) {
    stream += (await reader?.read())?.value ?? "";
  }
  goOn?.();
  for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read()) {
    stream += piece.value;
  }
  expect(read(stream).text).toBe("first line of many words in one long text and last");
});

/** Streams one piece, and leaves the answer open. */
const staysOpen: UpstreamHandler = (_, response) => {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write(dataEvents(legacy(`${"word ".repeat(20)}\nmore`, null)));
};

test("a server that does not heed a stop is left at it", async () => {
  await model.say("qwen");
  upstream.handle = staysOpen;
  const response = await model.complete(asked);
  expect(read(await response.text())).toMatchObject({
    text: "word ".repeat(20),
    reasons: ["stop"],
  });
  await expect.poll(() => upstream.openAnswers).toBe(0);
});

test("the answer ends at [DONE], though the server leaves the connection open", async () => {
  await model.say("suffix");
  upstream.handle = (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(dataEvents(legacy("all", "stop", usageOf())) + done);
  };
  const stream = await (await model.complete({ ...asked, stop: [] })).text();
  expect(read(stream)).toMatchObject({ text: "all", reasons: ["stop"] });
  expect(stream).toMatch(/\n\ndata: \[DONE\]\n\n$/u);
  await expect.poll(() => upstream.openAnswers).toBe(0);
});

test("tokens that the server had in its cache are counted as such, as a chat's are", async () => {
  await model.say("suffix");
  const usage = { ...usageOf(), prompt_tokens_details: { cached_tokens: 64 } };
  upstream.handle = streams(dataEvents(legacy("all", "stop", usage)) + done);
  const before = await cachedTokens();
  await (await model.complete({ ...asked, stop: [] })).text();
  await expect.poll(cachedTokens).toBe(before + 64);
});

test("a server that sends events without text for ever is left", async () => {
  await model.say("suffix");
  upstream.handle = (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(dataEvents(legacy("", null)).repeat(10_000));
  };
  const stream = await (await model.complete({ ...asked, stop: [] })).text();
  expect(stream).toContain('data: {"error":');
  await expect.poll(() => upstream.openAnswers).toBe(0);
});

test("when the client leaves, the server is left", async () => {
  await model.say("suffix");
  upstream.handle = staysOpen;
  const client = new AbortController();
  const response = await model.complete({ ...asked, stop: [] }, client.signal);
  await response.body?.getReader().read();
  client.abort();
  await expect.poll(() => upstream.openAnswers).toBe(0);
});

test.each([
  [
    "breaks off",
    (_: unknown, response: Parameters<UpstreamHandler>[1]) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(dataEvents(legacy("half", null)), () => response.destroy());
    },
  ],
  ["ends without a reason", streams(dataEvents(legacy("half", null)))],
  ["tells an error", streams(dataEvents(legacy("half", null), { error: { message: "no" } }))],
] as const)(
  "a server that %s in the middle is told as an error, not as an end",
  async (_, handle) => {
    await model.say("suffix");
    upstream.handle = handle;
    const stream = await (await model.complete({ ...asked, stop: [] })).text();
    expect(stream).toContain('data: {"error":');
    expect(stream).not.toContain("[DONE]");
    expect(read(stream)).toMatchObject({ text: "half", reasons: [] });
  },
);
