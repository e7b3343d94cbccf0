import OpenAI, { APIError } from "openai";
import type { ResponseStreamEvent } from "openai/resources/responses/responses";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { answers } from "../../support/modelServer/fakeUpstream.ts";
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
  expect(checked.checked).toBeGreaterThan(100);
});

const tool = {
  type: "function",
  name: "look",
  description: "Looks",
  parameters: { type: "object", properties: { at: { type: "string" } } },
  strict: false,
} as const;
const patch = {
  type: "custom",
  name: "apply_patch",
  description: "Edits files",
  format: { type: "grammar", syntax: "lark", definition: "start: /.+/s" },
} as const;
const twoCalls = [
  { id: "call_a", name: "look", json: ['{"at":', '"é"}'] },
  { id: "call_b", name: "look", json: ['{"at":"b"}'] },
];

describe.each([
  ["an OpenAI upstream", "gpt"],
  ["an Anthropic upstream", "claude-real"],
  ["a Responses upstream", "gpt-responses"],
  // oxlint-disable-next-line max-lines-per-function -- the same questions to each upstream
])("the openai SDK's responses with %s", (_, model) => {
  const upstreams = {
    gpt: lab.openAi,
    "claude-real": lab.anthropic,
    "gpt-responses": lab.responses,
  };
  // Sound: the models of the table above.
  const upstream = upstreams[model as keyof typeof upstreams];
  const isSame = model === "gpt-responses";

  test("reads a whole answer with its usage", async () => {
    say({ text: ["Hel", "lo"] });
    const answer = await client.responses.create({ model, input: "hi", temperature: 0.5 });
    expect(answer).toMatchObject({
      status: "completed",
      output_text: "Hello",
      store: false,
      usage: { input_tokens: 20, output_tokens: 7, input_tokens_details: { cached_tokens: 8 } },
    });
    expect(lab.governance.settled[0]?.reported).toMatchObject({ inputTokens: 20, outputTokens: 7 });
  });

  test("reads a stream by the SDK's helper, its events numbered and in order", async () => {
    say({ thinking: { text: "hm", signature: "sig" }, text: ["Hel", "lo"] });
    const stream = client.responses.stream({ model, input: "hi" });
    const events: ResponseStreamEvent[] = [];
    for await (const event of stream) {
      events.push(event);
    }
    expect((await stream.finalResponse()).output_text).toBe("Hello");
    expect(events.map(({ sequence_number: number }) => number)).toEqual([...events.keys()]);
    const types = events.map(({ type }) => type.replace("response.", ""));
    expect(types.filter((type) => !type.startsWith("reasoning"))).toEqual([
      "created",
      "in_progress",
      "output_item.added",
      "output_item.done",
      "output_item.added",
      "content_part.added",
      "output_text.delta",
      "output_text.delta",
      "output_text.done",
      "content_part.done",
      "output_item.done",
      "completed",
    ]);
  });

  test.each([true, false])("reads two tool calls at once (stream %s)", async (stream) => {
    say({ text: ["I look."], calls: twoCalls, end: "tools" });
    const request = { model, input: "hi", tools: [tool] };
    const answer = stream
      ? await client.responses.stream(request).finalResponse()
      : await client.responses.create(request);
    expect(answer.output).toMatchObject([
      { type: "message", content: [{ text: "I look." }] },
      { type: "function_call", call_id: "call_a", name: "look", arguments: '{"at":"é"}' },
      { type: "function_call", call_id: "call_b", name: "look", arguments: '{"at":"b"}' },
    ]);
  });

  test("parses an answer of a schema", async () => {
    say({ text: ['{"at":"x"}'] });
    const schema = { type: "object", properties: { at: { type: "string" } } };
    const answer = await client.responses.parse({
      model,
      input: "hi",
      text: { format: { type: "json_schema", name: "place", schema } },
    });
    expect(JSON.parse(answer.output_text)).toEqual({ at: "x" });
    expect(JSON.stringify(upstream.last.fields)).toContain('"json_schema"');
  });

  test("says that an answer ended at the limit", async () => {
    say({ text: ["Hel", "lo"], end: "length" });
    const answer = await client.responses.stream({ model, input: "hi" }).finalResponse();
    expect(answer).toMatchObject({
      status: "incomplete",
      incomplete_details: { reason: "max_output_tokens" },
    });
  });

  test("cuts a stream where the grant ends, with a response of what was sent", async () => {
    say({ text: Array.from({ length: 200 }, () => "word ") });
    lab.governance.outputTokens = 20;
    const stream = client.responses.stream({ model, input: "hi" });
    const numbers: number[] = [];
    for await (const event of stream) {
      numbers.push(event.sequence_number);
    }
    const answer = await stream.finalResponse();
    expect(answer.status).toBe("incomplete");
    expect(answer.output_text.length).toBeLessThan(400);
    expect(answer.output_text).toMatch(/^(?:word )+$/u);
    expect(numbers).toEqual([...numbers.keys()]);
    expect(lab.governance.settled[0]?.outcome).toBe("cut");
  });

  test("gets an upstream's error as the SDK's", async () => {
    const body = { error: { message: "slow down", type: "x", param: null, code: null } };
    const own = { type: "error", error: { type: "rate_limit_error", message: "slow down" } };
    upstream.handle = answers(model === "claude-real" ? own : body, 429);
    const error: unknown = await client.responses
      .create({ model, input: "hi" })
      .catch((caught: unknown) => caught);
    if (!(error instanceof APIError)) {
      throw new Error("no error of the API");
    }
    expect([error.status, error.message]).toEqual([429, "429 slow down"]);
  });

  test("ends a broken stream with an error and a failed response", async () => {
    upstream.handle = (_request, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(": hello\n\n", () => response.destroy());
    };
    const text = await (await lab.post("responses", { model, input: "hi", stream: true })).text();
    expect(text).toContain("event: error\n");
    expect(text).toContain("event: response.failed\n");
    expect(lab.governance.settled[0]?.outcome).toBe("failed");
  });

  test("asks for nothing to be kept", async () => {
    say({ text: ["ok"] });
    await client.responses.create({ model, input: "hi", store: true });
    const { store } = upstream.last.fields;
    expect(store).toBe(isSame ? false : undefined);
  });
});

describe("a Responses request to an upstream of the same format", () => {
  test("arrives byte by byte, and so does its answer", async () => {
    say({ text: ["é"] });
    const body =
      '{ "model":"gpt-responses", "store":false, "input":[{"type":"new_item","n":1.0}], "tools":[{"type":"web_search"}] }';
    const response = await lab.post("responses", body);
    expect(response.status).toBe(200);
    expect(lab.responses.last).toMatchObject({ path: "/v1/responses", body });
    expect(await response.json()).toMatchObject({ id: "resp_up" });
  });

  test("carries reasoning whole", async () => {
    say({ text: ["ok"] });
    const item = { type: "reasoning", summary: [], encrypted_content: "x".repeat(5_000_000) };
    await lab.post("responses", { model: "gpt-responses", input: [item] });
    expect(lab.responses.last.fields["input"]).toEqual([item]);
    expect(lab.responses.last.fields["store"]).toBe(false);
  });
});

describe("tools of the client that a chat server does not have", () => {
  const input = [
    { type: "message", role: "user", content: [{ type: "input_text", text: "hi" }] },
    { type: "custom_tool_call", call_id: "c1", name: "apply_patch", input: "*** Begin\n" },
    { type: "custom_tool_call_output", call_id: "c1", output: "done" },
    {
      type: "local_shell_call",
      id: "lsh",
      call_id: "c2",
      status: "completed",
      action: { type: "exec", command: ["ls"], env: {} },
    },
    { type: "local_shell_call_output", id: "c2", output: "a.txt" },
    { type: "reasoning", id: "rs", summary: [], encrypted_content: "sealed" },
    { type: "function_call", call_id: "c3", namespace: "db", name: "read", arguments: "{}" },
    { type: "function_call_output", call_id: "c3", output: [{ type: "input_text", text: "row" }] },
  ];
  const inner = { type: "function", name: "read", description: "Reads", parameters: {} };
  const tools = [
    patch,
    { type: "local_shell" },
    { type: "namespace", name: "db", description: "Data", tools: [inner] },
  ];
  const calls = [
    {
      id: "n1",
      name: "apply_patch",
      json: ['{"inp', 'ut":"*** \\', "n\\u00e9", "\\ud83d", '\\ude00"}'],
    },
    { id: "n2", name: "local_shell", json: ['{"command":["cat","a"]}'] },
    { id: "n3", name: "db__read", json: ["{}"] },
  ];

  test.each([
    ["gpt", true],
    ["gpt", false],
    ["claude-real", true],
    ["claude-real", false],
  ])("go as functions to %s and come back in their form (stream %s)", async (model, stream) => {
    say({ calls, end: "tools" });
    const request = { model, input, tools } as unknown as { model: string; input: string };
    const answer = stream
      ? await client.responses.stream(request).finalResponse()
      : await client.responses.create(request);
    expect(answer.output).toMatchObject([
      { type: "custom_tool_call", call_id: "n1", name: "apply_patch", input: "*** \né😀" },
      { type: "local_shell_call", call_id: "n2", action: { type: "exec", command: ["cat", "a"] } },
      { type: "function_call", call_id: "n3", namespace: "db", name: "read", arguments: "{}" },
    ]);
    const sent = JSON.stringify((model === "gpt" ? lab.openAi : lab.anthropic).last.fields);
    for (const piece of ["*** Begin\\\\n", "a.txt", "db__read", "start: /.+/s", "row"]) {
      expect(sent).toContain(model === "gpt" ? piece : piece.replace("\\\\n", "\\n"));
    }
    expect(sent).not.toContain("sealed");
  });

  test("are refused by name if the vendor runs them", async () => {
    const response = await lab.post("responses", {
      model: "gpt",
      input: "hi",
      tools: [{ type: "web_search" }],
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('the tool \\"web_search\\"');
  });
});
