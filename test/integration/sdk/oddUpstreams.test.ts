import { gzipSync } from "node:zlib";

import { expect, test } from "vitest";

import { dataEvents } from "../../support/modelServer/fakeUpstream.ts";
import { anthropicModel, openAiModel } from "../../support/modelServer/modelServer.ts";
import { eventsOf } from "../hubServer/hubProcess.ts";
import { chunk } from "./endlessUpstream.ts";
import { labOfFile } from "./labOfFile.ts";

const lab = labOfFile();

const messages = [{ role: "user", content: "hi" }];
const stream = `${dataEvents(chunk({ content: "Hello" }), chunk({}, "stop"))}data: [DONE]\n\n`;

function ask(fields: object = { stream: true }): Promise<Response> {
  return lab.post("chat/completions", { model: "gpt", messages, ...fields });
}

function askMessages(model: string, fields: object = {}): Promise<Response> {
  return lab.post("messages", { model, max_tokens: 99, messages, ...fields });
}

test("an upstream that compresses though it was asked not to is read and counted all the same", async () => {
  lab.openAi.handle = (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream", "content-encoding": "gzip" });
    response.end(gzipSync(stream));
  };
  expect(await (await ask()).text()).toBe(stream);
  expect(await (await askMessages("gpt", { stream: true })).text()).toContain("Hello");
  expect(lab.governance.settled.map(({ output }) => output)).toEqual(["Hello", "Hello"]);
});

test.each([["text/plain"], ["application/octet-stream"], [undefined]])(
  "a stream that is called %s is a stream",
  async (type) => {
    lab.openAi.handle = (_, response) => {
      response.writeHead(200, type === undefined ? {} : { "content-type": type });
      response.end(stream);
    };
    expect(await (await ask()).text()).toBe(stream);
    expect(await (await askMessages("gpt", { stream: true })).text()).toContain("message_stop");
  },
);

test("a whole answer to who asked for a stream is counted, and becomes a stream of the other format", async () => {
  lab.openAi.handle = ({ fields }, response) =>
    openAiModel({ text: ["Hello"] })(
      { path: "", headers: {}, body: "", fields: { ...fields, stream: false } },
      response,
    );
  const same = await ask();
  expect(await same.json()).toMatchObject({ choices: [{ message: { content: "Hello" } }] });
  const other = await (await askMessages("gpt", { stream: true })).text();
  expect(other).toContain('"text":"Hello"');
  expect(other).toContain("message_stop");
  expect(lab.governance.settled).toMatchObject([
    { outcome: "complete", output: "xxxxx" },
    { outcome: "complete", output: "xxxxx" },
  ]);
});

test.each([
  ["no JSON", "<html>"],
  ["JSON of something else", '{"ok":true}'],
  ["nothing", ""],
])("an answer that is %s cannot be translated, and is a 502", async (_, body) => {
  lab.openAi.handle = (__, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(body);
  };
  const response = await askMessages("gpt");
  expect([response.status, await response.json()]).toMatchObject([
    502,
    { type: "error", error: { type: "api_error" } },
  ]);
  expect(lab.governance.settled).toMatchObject([{ outcome: "failed", status: 502 }]);
});

test("what comes after the finish of an answer is not taken for more of it", async () => {
  lab.openAi.handle = (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(
      dataEvents(chunk({ content: "one" }), chunk({}, "stop"), chunk({ content: "two" })),
    );
  };
  const text = await (await askMessages("gpt", { stream: true })).text();
  expect(text).toContain("one");
  expect(text).not.toContain("two");
});

test("names of tools that are too long for OpenAI come back as they were", async () => {
  const name = `mcp__a_server_with_a_long_name__${"a_tool_with_a_longer_name".repeat(2)}`;
  const tools = [{ name, input_schema: { type: "object" } }];
  const use = { type: "tool_use", id: "t", name, input: {} };
  const result = { type: "tool_result", tool_use_id: "t", content: "x" };
  lab.openAi.handle = (request, response) => {
    const [tool] = request.fields["tools"] as { function: { name: string } }[];
    const short = tool?.function.name ?? "";
    expect(short).toMatch(/^[\w-]{1,64}$/u);
    expect(request.body.split(JSON.stringify(short))).toHaveLength(4);
    const calls = [{ id: "c", name: short, json: ["{}"] }];
    openAiModel({ calls, end: "tools" })(request, response);
  };
  const history = [
    ...messages,
    { role: "assistant", content: [use] },
    { role: "user", content: [result] },
  ];
  const fields = { tools, tool_choice: { type: "tool", name }, messages: history };
  expect(await (await askMessages("gpt", fields)).json()).toMatchObject({ content: [{ name }] });
  const streamed = await (await askMessages("gpt", { ...fields, stream: true })).text();
  expect(streamed).toContain(`"name":"${name}"`);
});

test("an Anthropic upstream is asked for all its models and with its version", async () => {
  lab.anthropic.handle = anthropicModel({ text: ["x"] });
  await ask({ model: "claude-real", stream: true }).then((response) => response.text());
  expect(lab.anthropic.last.headers["anthropic-version"]).toBe("2023-06-01");
});

test("an OpenAI stream of several answers is counted whole and ends each of them when it is cut", async () => {
  lab.openAi.handle = (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const first = { index: 0, delta: { content: "1234" }, finish_reason: "stop" };
    const second = { index: 1, delta: { content: "1234" } };
    response.write(dataEvents({ id: "x", model: "m", choices: [first, second] }));
    response.write(dataEvents({ id: "x", model: "m", choices: [second] }));
  };
  lab.governance.outputTokens = 3;
  const events = eventsOf(await (await ask({ stream: true, n: 2 })).text());
  expect(events.slice(-2)).toMatchObject([
    {
      choices: [
        { index: 0, finish_reason: "length" },
        { index: 1, finish_reason: "length" },
      ],
    },
    "[DONE]",
  ]);
  expect(lab.governance.settled).toMatchObject([{ outcome: "cut" }]);
});
