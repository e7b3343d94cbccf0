import { expect, test } from "vitest";

import { eventsOf, until } from "../hubServer/hubProcess.ts";
import { chunk, endless, head } from "./endlessUpstream.ts";
import { labOfFile } from "./labOfFile.ts";

const lab = labOfFile();

const messages = [{ role: "user", content: "hi" }];

function askOpenAi(fields: object): Promise<Response> {
  return lab.post("chat/completions", { model: "gpt", messages, stream: true, ...fields });
}

function askAnthropic(fields: object): Promise<Response> {
  return lab.post("messages", { model: "claude-real", messages, stream: true, ...fields });
}

test("an OpenAI stream is cut at its cap: text up to it, finish reason length, [DONE], upstream closed", async () => {
  lab.openAi.handle = endless;
  lab.governance.outputTokens = 10;
  const events = eventsOf(await (await askOpenAi({ max_tokens: 32_000 })).text());
  expect(lab.openAi.last.fields["max_tokens"]).toBe(10);
  expect(events).toEqual([
    chunk({ role: "assistant" }),
    ...Array.from({ length: 5 }, () => chunk({ content: "12345678" })),
    {
      ...head,
      created: expect.any(Number) as number,
      choices: [{ index: 0, delta: {}, logprobs: null, finish_reason: "length" }],
    },
    "[DONE]",
  ]);
  await until("the upstream's connection is closed", () => lab.openAi.openAnswers === 0);
  expect(lab.governance.settled).toMatchObject([
    { outcome: "cut", status: 200, output: "12345678".repeat(5) },
  ]);
});

test("a cut stream has usage if the client asked for it, and no limit where it set none", async () => {
  lab.openAi.handle = endless;
  lab.governance.outputTokens = 4;
  const response = await askOpenAi({ stream_options: { include_usage: true } });
  expect(eventsOf(await response.text()).at(-2)).toMatchObject({
    choices: [],
    usage: { completion_tokens: 4 },
  });
  expect(lab.openAi.last.fields).not.toHaveProperty("max_tokens");
});

test("an Anthropic stream is cut at its cap: block stopped, max_tokens, message stopped, upstream closed", async () => {
  lab.anthropic.handle = endless;
  lab.governance.outputTokens = 4;
  const text = await (await askAnthropic({ max_tokens: 32_000 })).text();
  const types = [...text.matchAll(/^event: (\w+)$/gmu)].map(([, type]) => type);
  expect(types).toEqual([
    "message_start",
    "content_block_start",
    "content_block_delta",
    "content_block_delta",
    "content_block_stop",
    "message_delta",
    "message_stop",
  ]);
  expect(text).toContain('"stop_reason":"max_tokens"');
  expect(text).toContain('"input_tokens":11,"output_tokens":4');
  await until("the upstream's connection is closed", () => lab.anthropic.openAnswers === 0);
  expect(lab.governance.settled).toMatchObject([{ outcome: "cut", output: "1234567812345678" }]);
});

test("a translated stream is cut the same way", async () => {
  lab.openAi.handle = endless;
  lab.governance.outputTokens = 4;
  const text = await (await lab.post("messages", { model: "gpt", messages, stream: true })).text();
  expect(text).toContain('"stop_reason":"max_tokens"');
  expect(text.trimEnd().endsWith('event: message_stop\ndata: {"type":"message_stop"}')).toBe(true);
  await until("the upstream's connection is closed", () => lab.openAi.openAnswers === 0);
  expect(lab.governance.settled).toMatchObject([{ outcome: "cut", output: "1234567812345678" }]);
});

test("the text of a thinking model and the arguments of tools are cut as well", async () => {
  const tools = [{ type: "function", function: { name: "one" } }];
  lab.governance.outputTokens = 2;
  for (const model of ["hub-script-reasoning", "hub-script-tools"]) {
    const text = await (await askOpenAi({ model, tools })).text();
    expect(text).toContain('"finish_reason":"length"');
  }
  expect(lab.governance.settled.map(({ outcome }) => outcome)).toEqual(["cut", "cut"]);
});
