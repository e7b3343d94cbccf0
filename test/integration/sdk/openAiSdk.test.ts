import OpenAI, { APIError } from "openai";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { ApiLab } from "./apiLab.ts";
import { CheckedFetch } from "./checkedFetch.ts";

const lab = new ApiLab();
const { say } = lab;
const checked = new CheckedFetch();
let client: OpenAI;

beforeAll(async () => {
  await lab.start();
  client = new OpenAI({
    baseURL: `${lab.url}/v1`,
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
  type: "function",
  function: {
    name: "look",
    description: "Looks",
    parameters: { type: "object", properties: { at: { type: "string" } } },
  },
} as const;
const twoCalls = [
  { id: "call_a", name: "look", json: ['{"at":', '"é"}'] },
  { id: "call_b", name: "look", json: ['{"at":"b"}'] },
];
const user = { role: "user", content: "hi" } as const;

describe.each([
  ["an OpenAI upstream", "gpt"],
  ["an Anthropic upstream", "claude-real"],
])("the openai SDK with %s", (_, model) => {
  const upstream = (): typeof lab.openAi => (model === "gpt" ? lab.openAi : lab.anthropic);

  test("reads a whole answer with its usage", async () => {
    say({ text: ["Hel", "lo"] });
    const answer = await client.chat.completions.create({ model, messages: [user] });
    expect(answer.choices[0]).toMatchObject({
      finish_reason: "stop",
      message: { role: "assistant", content: "Hello", refusal: null },
    });
    expect(answer.usage).toMatchObject({
      prompt_tokens: 20,
      completion_tokens: 7,
      total_tokens: 27,
      prompt_tokens_details: { cached_tokens: 8 },
    });
  });

  test("reads a stream, with usage if it asks", async () => {
    say({ text: ["Hel", "lo"] });
    const stream = client.chat.completions.stream({
      model,
      messages: [user],
      stream_options: { include_usage: true },
    });
    expect(await stream.finalContent()).toBe("Hello");
    expect(await stream.totalUsage()).toMatchObject({ prompt_tokens: 20, completion_tokens: 7 });
  });

  test("gets no usage chunk it did not ask for", async () => {
    say({ text: ["x"] });
    const chunks = [];
    for await (const chunk of await client.chat.completions.create({
      model,
      messages: [user],
      stream: true,
    })) {
      chunks.push(chunk);
    }
    expect(chunks.every(({ choices, usage }) => choices.length === 1 && !usage)).toBe(true);
    expect(lab.governance.settled[0]?.reported).toMatchObject({ inputTokens: 20, outputTokens: 7 });
  });

  test.each([true, false])("reads two tool calls at once (stream %s)", async (stream) => {
    say({ text: ["I look."], calls: twoCalls, end: "tools" });
    const request = { model, messages: [user], tools: [tool] };
    const answer = stream
      ? await client.chat.completions.stream(request).finalChatCompletion()
      : await client.chat.completions.create(request);
    expect(answer.choices[0]).toMatchObject({
      finish_reason: "tool_calls",
      message: {
        content: "I look.",
        tool_calls: [
          { id: "call_a", type: "function", function: { name: "look", arguments: '{"at":"é"}' } },
          { id: "call_b", type: "function", function: { name: "look", arguments: '{"at":"b"}' } },
        ],
      },
    });
  });

  test("sends results of tools and images to where they belong", async () => {
    say({ text: ["ok"] });
    const calls = twoCalls.map(({ id, name, json }) => ({
      id,
      type: "function" as const,
      function: { name, arguments: json.join("") },
    }));
    await client.chat.completions.create({
      model,
      tools: [tool],
      messages: [
        { role: "system", content: "Be brief." },
        {
          role: "user",
          content: [
            { type: "text", text: "see" },
            { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
          ],
        },
        { role: "assistant", content: null, tool_calls: calls },
        { role: "tool", tool_call_id: "call_a", content: "A" },
        { role: "tool", tool_call_id: "call_b", content: "B" },
      ],
    });
    const { path, body, headers } = upstream().last;
    expect(body).toContain("AAAA");
    const isOpenAi = model === "gpt";
    expect(path).toBe(isOpenAi ? "/v1/chat/completions" : "/v1/messages");
    expect(isOpenAi ? headers.authorization : headers["x-api-key"]).toMatch(/key-[ab]$/u);
    expect(body.match(isOpenAi ? /"role":"tool"/gu : /"type":"tool_result"/gu)).toHaveLength(2);
  });

  test.each([true, false])("has the reasoning beside the text (stream %s)", async (stream) => {
    say({ thinking: { text: "hm", signature: "sig" }, text: ["so"] });
    const reasoning = { reasoning_effort: "low" as const };
    const request = { model, messages: [user], ...reasoning };
    const answer = stream
      ? await client.chat.completions.stream(request).finalChatCompletion()
      : await client.chat.completions.create(request);
    expect(answer.choices[0]?.message).toMatchObject({ content: "so", reasoning_content: "hm" });
  });

  test("gets JSON of a schema", async () => {
    say({ text: ['{"a":', "1}"] });
    const schema = { type: "object", properties: { a: { type: "number" } } };
    const answer = await client.chat.completions.parse({
      model,
      messages: [user],
      response_format: { type: "json_schema", json_schema: { name: "x", strict: true, schema } },
    });
    expect(answer.choices[0]?.message.parsed).toEqual({ a: 1 });
    expect(upstream().last.body).toContain('"json_schema"');
  });

  test.each([
    ["length", "length"],
    ["stopSequence", "stop"],
    ["refusal", "content_filter"],
  ] as const)("hears that an answer ended by %s", async (end, reason) => {
    say({ text: ["x"], end });
    for (const stream of [true, false]) {
      const request = { model, messages: [user], stop: ["END"], max_tokens: 9 };
      const answer = stream
        ? await client.chat.completions.stream(request).finalChatCompletion().catch(String)
        : await client.chat.completions.create(request);
      // The SDK itself makes an error of an answer that was cut or filtered when it streams.
      expect(typeof answer === "string" ? answer : answer.choices[0]?.finish_reason).toMatch(
        typeof answer === "string" ? /length limit|content filter/u : reason,
      );
    }
  });

  test.each([
    [429, "slow down"],
    [400, "no such thing"],
    [529, "overloaded"],
  ])("gets an error %i of the upstream in its own form", async (status, message) => {
    const body =
      model === "gpt"
        ? { error: { message, type: "x", param: null, code: null } }
        : { type: "error", error: { type: "x", message }, request_id: "r" };
    upstream().handle = (__, response) =>
      response.writeHead(status, { "retry-after": "7" }).end(JSON.stringify(body));
    const error: unknown = await client.chat.completions
      .create({ model, messages: [user], stream: true })
      .catch((caught: unknown) => caught);
    if (!(error instanceof APIError)) {
      throw new Error("no error of the API");
    }
    const headers = error.headers as Headers | undefined;
    expect([error.status, error.message, headers?.get("retry-after")]).toEqual([
      status,
      `${status} ${message}`,
      "7",
    ]);
  });

  test("hears of a failure in mid stream", async () => {
    upstream().handle = (__, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(
        model === "gpt"
          ? 'data: {"error":{"message":"boom","type":"x","param":null,"code":null}}\n\n'
          : 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"boom"}}\n\n',
      );
    };
    const request = { model, messages: [user] };
    const reading = client.chat.completions.stream(request).finalContent();
    await expect(reading).rejects.toThrow("boom");
  });
});
