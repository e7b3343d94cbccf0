import type { ServerResponse } from "node:http";
import { setTimeout as after } from "node:timers/promises";

import { expect, test } from "vitest";

import { dataEvents, streams } from "../../support/modelServer/fakeUpstream.ts";
import { until } from "../hubServer/hubProcess.ts";
import { chunk, endless, head } from "./endlessUpstream.ts";
import { labOfFile } from "./labOfFile.ts";
import { asksOf, likeOpenAi, usage } from "./meteredUpstream.ts";

const lab = labOfFile();
const { askOpenAi, askAnthropic } = asksOf(lab);

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

test("a client that leaves after three chunks: upstream closed, settled with what was seen", async () => {
  lab.openAi.handle = endless;
  const leaving = new AbortController();
  const response = await askOpenAi({}, { signal: leaving.signal });
  const reader = response.body?.getReader();
  for (let read = 0; read < 3; read += 1) {
    await reader?.read();
  }
  leaving.abort();
  await until("the upstream's connection is closed", () => lab.openAi.openAnswers === 0);
  await until("the call is settled", () => lab.governance.settled.length > 0);
  const [settled] = lab.governance.settled;
  expect(settled).toMatchObject({ outcome: "client_abort" });
  expect(settled?.output.length).toBeGreaterThan(0);
  await after(20);
  expect(lab.governance.settled).toHaveLength(1);
});

/** Leaves a whole answer once the upstream has the request; resolves with what ends the answer there. */
async function leaveWhole(path = "chat/completions", fields: object = {}) {
  let upstream: ServerResponse | undefined;
  lab.openAi.handle = (_, response) => {
    upstream = response;
  };
  const leaving = new AbortController();
  const answer = lab.post(
    path,
    { model: "gpt", messages: [{ role: "user", content: "hi" }], ...fields },
    { signal: leaving.signal },
  );
  await until("the upstream has the request", () => upstream !== undefined);
  leaving.abort();
  await expect(answer).rejects.toThrow();
  await after(20);
  expect(lab.governance.settled).toEqual([]);
  expect(lab.openAi.openAnswers).toBe(1);
  return upstream as ServerResponse;
}

function settledOnce(): Promise<void> {
  return until("the call is settled", () => lab.governance.settled.length > 0);
}

test("a whole answer that its client leaves is read to its end and counted as reported", async () => {
  const upstream = await leaveWhole();
  const message = { role: "assistant", content: "x".repeat(400) };
  const choices = [{ index: 0, message, finish_reason: "stop" }];
  upstream.setHeader("content-type", "application/json");
  upstream.end(JSON.stringify({ ...head, object: "chat.completion", choices, usage }));
  await settledOnce();
  expect(lab.governance.settled).toMatchObject([
    { outcome: "client_abort", status: 499, unknown: undefined, reported: { outputTokens: 3 } },
  ]);
});

test("embeddings that their client leaves cost what the upstream reports", async () => {
  const upstream = await leaveWhole("embeddings", { input: "hi" });
  const data = [{ object: "embedding", index: 0, embedding: [1] }];
  upstream.setHeader("content-type", "application/json");
  upstream.end(
    JSON.stringify({ object: "list", data, usage: { prompt_tokens: 7, total_tokens: 7 } }),
  );
  await settledOnce();
  expect(lab.governance.settled).toMatchObject([
    { outcome: "client_abort", unknown: undefined, reported: { inputTokens: 7 } },
  ]);
});

test("a whole answer that breaks off after its client left counts as it was reserved", async () => {
  const upstream = await leaveWhole();
  upstream.writeHead(200, { "content-type": "application/json" });
  upstream.write('{"id":"chatcmpl-1",', () => upstream.destroy());
  await settledOnce();
  expect(lab.governance.settled).toMatchObject([{ outcome: "client_abort", unknown: "final" }]);
});

test("a refusal that comes after its client left costs nothing", async () => {
  (await leaveWhole()).writeHead(429).end('{"error":{"message":"slow"}}');
  await settledOnce();
  expect(lab.governance.settled).toMatchObject([
    { outcome: "failed", status: 429, unknown: undefined },
  ]);
});

test("a client that leaves before the answer begins is settled once", async () => {
  lab.governance.isCounted = false;
  lab.openAi.handle = () => undefined;
  const leaving = new AbortController();
  const answer = askOpenAi({}, { signal: leaving.signal });
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
