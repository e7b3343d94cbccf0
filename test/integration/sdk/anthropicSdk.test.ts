import Anthropic, { APIError } from "@anthropic-ai/sdk";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { answers } from "../../support/modelServer/fakeUpstream.ts";
import { ApiLab } from "./apiLab.ts";
import { CheckedFetch } from "./checkedFetch.ts";
import { checkSdkType } from "./sdkSchemas.ts";

const lab = new ApiLab();
const { say } = lab;
const checked = new CheckedFetch();
let client: Anthropic;

beforeAll(async () => {
  await lab.start();
  client = new Anthropic({
    baseURL: lab.url,
    apiKey: "sk_hub_x",
    fetch: checked.fetch,
    maxRetries: 0,
  });
}, 60_000);
afterEach(() => {
  expect(lab.errors).toEqual([]);
  lab.reset();
});
afterAll(() => {
  lab.stop();
  expect(checked.checked).toBeGreaterThan(50);
});

const tool = {
  name: "look",
  description: "Looks",
  input_schema: { type: "object", properties: { at: { type: "string" } } },
} as const;
const twoCalls = [
  { id: "toolu_a", name: "look", json: ['{"at":', '"é"}'] },
  { id: "toolu_b", name: "look", json: ['{"at":"b"}'] },
];
const user = { role: "user", content: "hi" } as const;

describe.each([
  ["an Anthropic upstream", "claude-real"],
  ["an OpenAI upstream", "gpt"],
])("the Anthropic SDK with %s", (_, model) => {
  const upstream = (): typeof lab.openAi => (model === "gpt" ? lab.openAi : lab.anthropic);

  /** The message, of a stream or whole. */
  const ask = (
    fields: Partial<Anthropic.MessageCreateParamsNonStreaming>,
    isStreamed: boolean,
  ): Promise<Anthropic.Message> => {
    const request = { model, max_tokens: 100, messages: [user], ...fields };
    return isStreamed
      ? client.messages.stream(request).finalMessage()
      : client.messages.create(request);
  };

  test.each([true, false])("reads an answer with its usage (stream %s)", async (stream) => {
    say({ text: ["Hel", "lo"] });
    const message = await ask({}, stream);
    expect(message).toMatchObject({
      role: "assistant",
      content: [{ type: "text", text: "Hello" }],
      stop_reason: "end_turn",
      usage: { input_tokens: 12, cache_read_input_tokens: 8, output_tokens: 7 },
    });
  });

  test.each([true, false])("reads two tool calls at once (stream %s)", async (stream) => {
    say({ text: ["I look."], calls: twoCalls, end: "tools" });
    expect(await ask({ tools: [tool] }, stream)).toMatchObject({
      stop_reason: "tool_use",
      content: [
        { type: "text", text: "I look." },
        { type: "tool_use", id: "toolu_a", name: "look", input: { at: "é" } },
        { type: "tool_use", id: "toolu_b", name: "look", input: { at: "b" } },
      ],
    });
  });

  test.each([true, false])("reads thoughts (stream %s)", async (stream) => {
    say({ thinking: { text: "hm", signature: "sig" }, text: ["so"] });
    const { content } = await ask({ thinking: { type: "enabled", budget_tokens: 1_024 } }, stream);
    expect(content).toMatchObject([
      // Only Anthropic's own models sign what they think.
      { type: "thinking", thinking: "hm", signature: model === "gpt" ? "" : "sig" },
      { type: "text", text: "so" },
    ]);
  });

  test("sends results of tools, images and errors to where they belong", async () => {
    say({ text: ["ok"] });
    const image = {
      type: "image",
      source: { type: "base64", media_type: "image/png", data: "AAAA" },
    } as const;
    const results: Anthropic.ToolResultBlockParam[] = [
      { type: "tool_result", tool_use_id: "toolu_a", content: [image] },
      { type: "tool_result", tool_use_id: "toolu_b", content: "gone", is_error: true },
    ];
    const uses = twoCalls.map(({ id, name, json }) => ({
      type: "tool_use" as const,
      id,
      name,
      input: JSON.parse(json.join("")) as object,
    }));
    await client.messages.create({
      model,
      max_tokens: 9,
      system: "Be brief.",
      tools: [tool],
      messages: [user, { role: "assistant", content: uses }, { role: "user", content: results }],
    });
    const { body } = upstream().last;
    expect(body).toContain("AAAA");
    expect(body).toContain(model === "gpt" ? "Error: gone" : '"is_error":true');
  });

  test("gets JSON of a schema", async () => {
    say({ text: ['{"a":1}'] });
    const schema = { type: "object", properties: { a: { type: "number" } } };
    await ask({ output_config: { format: { type: "json_schema", schema } } }, false);
    expect(upstream().last.body).toContain('"json_schema"');
  });

  test.each([
    ["length", "max_tokens"],
    ["stopSequence", model === "gpt" ? "end_turn" : "stop_sequence"],
    ["refusal", "refusal"],
  ] as const)("hears that an answer ended by %s", async (end, reason) => {
    say({ text: ["x"], end });
    for (const stream of [true, false]) {
      expect(await ask({ stop_sequences: ["END"] }, stream)).toMatchObject({ stop_reason: reason });
    }
  });

  test("gets an error of the upstream in its own form, with the id of the request", async () => {
    upstream().handle = answers(
      model === "gpt"
        ? { error: { message: "slow down", type: "x", param: null, code: null } }
        : {
            type: "error",
            error: { type: "rate_limit_error", message: "slow down" },
            request_id: "r",
          },
      429,
    );
    const error: unknown = await ask({}, true).catch((caught: unknown) => caught);
    if (!(error instanceof APIError)) {
      throw new Error("no error of the API");
    }
    expect(error.status).toBe(429);
    expect(error.requestID).toMatch(/^req_/u);
    expect(error.error).toMatchObject({
      type: "error",
      error: { type: "rate_limit_error", message: "slow down" },
    });
  });

  test.each(["dies", "ends early", "tells of an error"])(
    "does not take for complete what the upstream %s in the middle of",
    async (how) => {
      upstream().handle = (request, response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        const begin =
          model === "gpt"
            ? 'data: {"id":"x","choices":[{"delta":{"content":"Hel"}}]}\n\n'
            : 'event: message_start\ndata: {"type":"message_start","message":{"usage":{}}}\n\n';
        const failure =
          model === "gpt"
            ? 'data: {"error":{"message":"boom"}}\n\n'
            : 'event: error\ndata: {"type":"error","error":{"type":"api_error","message":"boom"},"request_id":null}\n\n';
        response.write(how === "tells of an error" ? failure : begin, () => {
          if (how === "dies") {
            response.destroy();
          } else {
            response.end();
          }
        });
        expect(request.path).toMatch(/^\/v1\//u);
      };
      const reading = fetch(`${lab.url}/v1/messages`, {
        method: "POST",
        body: JSON.stringify({ model, max_tokens: 9, messages: [user], stream: true }),
      }).then((response) => response.text());
      const text = await reading;
      expect(text).not.toContain("message_stop");
      expect(lab.governance.settled).toMatchObject([{ outcome: "failed" }]);
      if (model === "gpt" || how !== "ends early") {
        expect(text).toContain("event: error");
      }
    },
  );

  test("counts tokens where the upstream can, and estimates where not", async () => {
    lab.anthropic.handle = answers({ input_tokens: 123 });
    const { input_tokens: count } = await client.messages.countTokens({
      model,
      system: "x".repeat(400),
      messages: [user],
    });
    expect(count).toBe(model === "gpt" ? 101 : 123);
    expect(lab.anthropic.requests.map(({ path }) => path)).toEqual(
      model === "gpt" ? [] : ["/v1/messages/count_tokens"],
    );
    const free = { inputTokens: 0, maxOutputTokens: 0 };
    expect(lab.governance.calls).toMatchObject(model === "gpt" ? [] : [free]);
    expect(lab.governance.settled).toHaveLength(lab.governance.calls.length);
  });
});

test("its list has every chat model under a name that Claude Code shows, and finds it by that name", async () => {
  const page = await client.models.list();
  page.data.forEach((model) => checkSdkType("ModelInfo", model));
  const ids = page.data.map(({ id }) => id);
  expect(ids).toContain("claude-real");
  expect(ids).toContain("claude-gpt");
  expect(ids).toContain("claude-hub-demo");
  expect(ids.every((id) => /^(?:claude|anthropic)/u.test(id))).toBe(true);
  expect(ids).not.toContain("claude-hub-hash-512");
  expect(await client.models.retrieve("claude-hub-demo")).toMatchObject({
    id: "claude-hub-demo",
    display_name: "Hub demo",
    max_input_tokens: 32_768,
  });
  const message = await client.messages.create({
    model: "claude-hub-demo",
    max_tokens: 500,
    messages: [{ role: "user", content: "hello" }],
  });
  expect(message.content[0]).toMatchObject({ type: "text" });
  expect(lab.governance.calls.at(-1)?.model).toBe("hub-demo");
});

test("a demonstration calls a tool over messages and goes on from its result", async () => {
  const tools = [{ ...tool, name: "list_files", description: "Lists the files of a folder" }];
  const question = { role: "user", content: "list files" } as const;
  const called = await client.messages
    .stream({ model: "hub-script-tools", max_tokens: 99, tools, messages: [question] })
    .finalMessage();
  const use = called.content.find(({ type }) => type === "tool_use");
  if (use?.type !== "tool_use") {
    throw new Error("no tool was called");
  }
  expect([called.stop_reason, use.name, use.input]).toEqual([
    "tool_use",
    "list_files",
    { sample: true },
  ]);
  const answer = await client.messages.create({
    model: "hub-script-tools",
    max_tokens: 99,
    tools,
    messages: [
      question,
      { role: "assistant", content: called.content },
      { role: "user", content: [{ type: "tool_result", tool_use_id: use.id, content: "a.ts" }] },
    ],
  });
  expect(answer.content).toMatchObject([{ type: "text", text: "The tools have answered." }]);
});
