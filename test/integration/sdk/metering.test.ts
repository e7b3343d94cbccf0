import type { ServerResponse } from "node:http";
import { setTimeout as after } from "node:timers/promises";

import { expect, test } from "vitest";

import { ApiError } from "../../../src/hubServer/http/apiError.ts";
import { answers, dataEvents, streams } from "../../support/modelServer/fakeUpstream.ts";
import { until } from "../hubServer/hubProcess.ts";
import { chunk, endless, head } from "./endlessUpstream.ts";
import { labOfFile } from "./labOfFile.ts";

const lab = labOfFile();

const messages = [{ role: "user", content: "hi" }];
const usage = {
  prompt_tokens: 9,
  completion_tokens: 3,
  total_tokens: 12,
  prompt_tokens_details: { cached_tokens: 4 },
};

function askOpenAi(fields: object = {}, init: RequestInit = {}): Promise<Response> {
  return lab.post("chat/completions", { model: "gpt", messages, stream: true, ...fields }, init);
}

function askAnthropic(fields: object = {}): Promise<Response> {
  const body = { model: "claude-real", max_tokens: 100, messages, stream: true, ...fields };
  return lab.post("messages", body);
}

/** An upstream as OpenAI's: with usage asked for, every chunk has the field and one more comes at the end. */
const likeOpenAi: typeof lab.openAi.handle = ({ fields }, response) => {
  const isAsked = fields["stream_options"] !== undefined;
  const chunks = [chunk({ role: "assistant", content: "" }), chunk({ content: 'a,"usage":null}' })];
  const all = [...chunks, chunk({ content: "é" }), chunk({}, "stop")];
  const marked = isAsked ? all.map((one) => ({ ...one, usage: null })) : all;
  const end = isAsked ? [{ ...head, choices: [], usage }] : [];
  const bytes = Buffer.from(`${dataEvents(...marked, ...end)}data: [DONE]\n\n`);
  response.writeHead(200, { "content-type": "text/event-stream" });
  // In pieces that break events, names and characters.
  for (let at = 0; at < bytes.length; at += 37) {
    response.write(bytes.subarray(at, at + 37));
  }
  response.end();
};

test("a client that did not ask for usage gets the very bytes of an upstream that was not asked either", async () => {
  lab.openAi.handle = likeOpenAi;
  const bytes = await (await askOpenAi()).text();
  expect(lab.openAi.last.fields["stream_options"]).toEqual({ include_usage: true });
  expect(bytes).toBe(
    `${dataEvents(
      chunk({ role: "assistant", content: "" }),
      chunk({ content: 'a,"usage":null}' }),
      chunk({ content: "é" }),
      chunk({}, "stop"),
    )}data: [DONE]\n\n`,
  );
});

test("the usage is recorded as the upstream reported it, though the client never sees it", async () => {
  lab.openAi.handle = likeOpenAi;
  await (await askOpenAi()).text();
  expect(lab.governance.settled).toMatchObject([
    {
      outcome: "complete",
      status: 200,
      reported: { inputTokens: 9, cachedTokens: 4, cacheWriteTokens: 0, outputTokens: 3 },
      output: 'a,"usage":null}é',
    },
  ]);
});

function older(text: string, reason: string | null = null): object {
  return { ...head, choices: [{ index: 0, text, finish_reason: reason }] };
}

test("text in the form of the older completions is counted, and reaches a client of the other format", async () => {
  const events = dataEvents(older("Hel"), older("lo"), older("", "stop"));
  lab.openAi.handle = streams(`${events}data: [DONE]\n\n`);
  expect(await (await askOpenAi()).text()).toContain('"text":"Hel"');
  const other = await (await askAnthropic({ model: "gpt" })).text();
  expect(other).toContain('"text":"Hel"');
  expect(other).toContain('"text":"lo"');
  expect(other).toContain("message_stop");
  expect(lab.governance.settled).toMatchObject([
    { outcome: "complete", output: "Hello" },
    { outcome: "complete", output: "Hello" },
  ]);
});

test("a client that asked for usage gets all the bytes of the upstream", async () => {
  lab.openAi.handle = likeOpenAi;
  const text = await (await askOpenAi({ stream_options: { include_usage: true } })).text();
  expect(text).toContain(`"choices":[],"usage":${JSON.stringify(usage)}`);
  expect(text).toContain('"finish_reason":null}],"usage":null}');
});

test("asking for usage changes no other byte of the request", async () => {
  lab.openAi.handle = likeOpenAi;
  const body =
    ' { "model":"gpt","stream":true, "messages":[],"seed":12345678901234567890,"x":[1.0]}';
  await (await lab.post("chat/completions", body)).text();
  expect(lab.openAi.last.body).toBe(body.replace("{", '{"stream_options":{"include_usage":true},'));
});

test("stream options of the client are kept beside the asking for usage", async () => {
  lab.openAi.handle = likeOpenAi;
  await (await askOpenAi({ stream_options: { include_obfuscation: false } })).text();
  expect(lab.openAi.last.fields["stream_options"]).toEqual({
    include_obfuscation: false,
    include_usage: true,
  });
});

test("reasoning and arguments of tools count too", async () => {
  const call = { index: 0, id: "c1", type: "function", function: { name: "look", arguments: "" } };
  lab.openAi.handle = streams(
    dataEvents(
      chunk({ reasoning_content: "hm" }),
      chunk({ tool_calls: [call] }),
      chunk({ tool_calls: [{ index: 0, function: { arguments: '{"a":1}' } }] }),
      chunk({}, "tool_calls"),
    ),
  );
  await (await askOpenAi()).text();
  expect(lab.governance.settled).toMatchObject([{ output: 'hmlook{"a":1}' }]);
});

test("a client that leaves after three chunks: upstream closed within a second, settled with what was seen", async () => {
  lab.openAi.handle = endless;
  const leaving = new AbortController();
  const response = await askOpenAi({}, { signal: leaving.signal });
  const reader = response.body?.getReader();
  for (let read = 0; read < 3; read += 1) {
    await reader?.read();
  }
  const leftAt = Date.now();
  leaving.abort();
  await until("the upstream's connection is closed", () => lab.openAi.openAnswers === 0);
  expect(Date.now() - leftAt).toBeLessThan(1_000);
  await until("the call is settled", () => lab.governance.settled.length > 0);
  const [settled] = lab.governance.settled;
  expect(settled).toMatchObject({ outcome: "client_abort" });
  expect(settled?.output.length).toBeGreaterThan(0);
  await after(20);
  expect(lab.governance.settled).toHaveLength(1);
});

test("a client that leaves before the answer begins is settled once", async () => {
  lab.openAi.handle = () => undefined;
  const leaving = new AbortController();
  const answer = askOpenAi({ stream: false }, { signal: leaving.signal });
  await until("the upstream has the request", () => lab.openAi.openAnswers === 1);
  leaving.abort();
  await expect(answer).rejects.toThrow();
  await until("the upstream's connection is closed", () => lab.openAi.openAnswers === 0);
  await after(20);
  expect(lab.governance.settled).toMatchObject([{ outcome: "client_abort", output: "" }]);
});

test.each<[string, (response: ServerResponse) => void, number]>([
  ["refuses", (response) => response.writeHead(429).end('{"error":{"message":"slow"}}'), 429],
  ["closes", (response) => response.destroy(), 502],
  [
    "dies between events",
    (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(dataEvents(chunk({ content: "x" })), () => response.destroy());
    },
    200,
  ],
  [
    "dies inside an event",
    (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write('data: {"choi', () => response.destroy());
    },
    200,
  ],
  [
    "ends without a finish reason",
    (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(dataEvents(chunk({ content: "x" })));
    },
    200,
  ],
  [
    "fails inside the stream",
    (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(dataEvents({ error: { message: "boom" } }));
    },
    200,
  ],
])("an upstream that %s is settled once, as failed", async (_, handle, status) => {
  lab.openAi.handle = (__, response) => handle(response);
  const response = await askOpenAi();
  await response.text().catch(() => "");
  await until("the call is settled", () => lab.governance.settled.length > 0);
  await after(10);
  expect(lab.governance.settled).toMatchObject([{ outcome: "failed", status }]);
  expect(response.status).toBe(status);
});

test("what governance refuses reaches no upstream, and says why in the format of the route", async () => {
  const budget = { scope: "user", resets_at: "2026-12-01T03:00:00Z" };
  lab.governance.refusal = new ApiError(402, "The monthly budget is used up.", {
    code: "budget_exceeded",
    extra: { budget },
  });
  const [openAi, anthropic] = await Promise.all([askOpenAi(), askAnthropic()]);
  expect([openAi.status, await openAi.json()]).toEqual([
    402,
    {
      error: {
        message: "The monthly budget is used up.",
        type: "insufficient_quota",
        param: null,
        code: "budget_exceeded",
        budget,
      },
    },
  ]);
  expect(anthropic.headers.get("x-should-retry")).toBe("false");
  expect([anthropic.status, await anthropic.json()]).toEqual([
    402,
    {
      type: "error",
      error: { type: "billing_error", message: "The monthly budget is used up.", budget },
      request_id: anthropic.headers.get("request-id"),
    },
  ]);
  expect([lab.openAi.requests, lab.anthropic.requests, lab.governance.settled]).toEqual([
    [],
    [],
    [],
  ]);
});

test("an answer has the headers of its admission, its model, and whole ones their cost", async () => {
  const answer = { ...head, object: "chat.completion", choices: [], usage };
  lab.openAi.handle = answers(answer);
  const whole = await askOpenAi({ stream: false });
  expect(await whole.json()).toEqual(answer);
  lab.openAi.handle = likeOpenAi;
  const streamed = await askOpenAi();
  await streamed.text();
  const named = ["x-hub-budget-remaining", "x-hub-model", "x-hub-cost"];
  expect([whole, streamed].map(({ headers }) => named.map((name) => headers.get(name)))).toEqual([
    ["1.00", "gpt", "0.0001"],
    ["1.00", "gpt", null],
  ]);
});

test("fields that governance changed are sent on, and nothing of what was masked", async () => {
  lab.openAi.handle = likeOpenAi;
  lab.governance.change = (fields) => ({ ...fields, messages: [{ role: "user", content: "***" }] });
  await (await askOpenAi({ top_k: 3 })).text();
  expect(lab.openAi.last.fields).toMatchObject({
    model: "gpt",
    top_k: 3,
    messages: [{ role: "user", content: "***" }],
  });
  expect(lab.openAi.last.body).not.toContain('"hi"');
});

test("a whole answer that the client did not limit is limited by what governance allows", async () => {
  lab.governance.outputTokens = 50;
  await askOpenAi({ stream: false });
  expect(lab.openAi.last.fields["max_tokens"]).toBe(50);
  const body = '{"model":"gpt", "messages":[],"seed":12345678901234567890}';
  await lab.post("chat/completions", body);
  expect(lab.openAi.last.body).toBe(body.replace("{", '{"max_tokens":50,'));
  await askOpenAi({ stream: false, max_completion_tokens: 80 });
  expect(lab.openAi.last.fields).toMatchObject({ max_completion_tokens: 50 });
  await askOpenAi({ stream: false, max_completion_tokens: 8, max_tokens: 9_000 });
  expect(lab.openAi.last.fields).toMatchObject({ max_completion_tokens: 8, max_tokens: 8 });
  await askOpenAi({ stream: false, max_tokens: 20 });
  expect(lab.openAi.last.fields["max_tokens"]).toBe(20);
});

test("governance is told who calls, of what, and how large it is", async () => {
  lab.openAi.handle = likeOpenAi;
  const image = {
    type: "image_url",
    image_url: { url: `data:image/png;base64,${"A".repeat(9_000)}` },
  };
  const content = [{ type: "text", text: "x".repeat(400) }, image];
  const fields = { messages: [{ role: "user", content }], tools: [{}], max_tokens: 7 };
  const headers = { "x-hub-app": "vscode", "x-claude-code-session-id": "s1" };
  await (await askOpenAi(fields, { headers })).text();
  expect(lab.governance.calls).toMatchObject([
    {
      caller: { tokenId: "tok" },
      format: "openai",
      app: "vscode",
      sessionId: "s1",
      model: "gpt",
      maxOutputTokens: 7,
      inputTokens: 1_701,
      hasTools: true,
      hasImages: true,
    },
  ]);
});

test("a model is one and the same to governance under each of its names", async () => {
  for (const model of ["hub-demo", "hub/hub-demo", "claude-hub-demo", "claude-hub/hub-demo"]) {
    expect((await askOpenAi({ model, stream: false })).status).toBe(200);
  }
  expect(lab.governance.calls.map(({ model }) => model)).toEqual(Array(4).fill("hub-demo"));
});
