import { describe, expect, test } from "vitest";

import type { ChatRequest } from "../../../src/hub/wire/chatTypes.ts";
import { type ChatFormat, encodeRequest } from "../../../src/hub/wire/encodeRequest.ts";

const image = { type: "image", mimeType: "image/png", base64: "iVBORw0=" } as const;
const call = { id: "call.1", name: "look", arguments: { path: "a" } };
const tool = { name: "look", description: "Looks.", inputSchema: { type: "object" } };

const request: ChatRequest = {
  model: "m",
  messages: [
    { role: "system", content: "Be brief." },
    { role: "user", content: [{ type: "text", text: "See:" }, image] },
    { role: "assistant", content: "", toolCalls: [call, { ...call, id: "call.2" }] },
    { role: "tool", callId: "call.1", content: "no such file", isError: true },
    { role: "tool", callId: "call.2", content: "found" },
    { role: "user", content: "And?" },
  ],
  tools: [tool],
  maxOutputTokens: 100,
};

const bodyOf = (given: ChatRequest, format: ChatFormat): unknown =>
  JSON.parse(encodeRequest(given, format).body);

const toolCall = (id: string) => ({
  id,
  type: "function",
  function: { name: "look", arguments: '{"path":"a"}' },
});
const toolUse = (id: string) => ({ type: "tool_use", id, name: "look", input: { path: "a" } });

describe("the same request in both formats", () => {
  test("chat completions", () => {
    expect(encodeRequest(request, "openai").path).toBe("/hub/v1/chat/completions");
    expect(bodyOf(request, "openai")).toEqual({
      model: "m",
      messages: [
        { role: "system", content: "Be brief." },
        {
          role: "user",
          content: [
            { type: "text", text: "See:" },
            { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0=" } },
          ],
        },
        {
          role: "assistant",
          content: null,
          tool_calls: [toolCall("call.1"), toolCall("call.2")],
        },
        { role: "tool", tool_call_id: "call.1", content: "Error: no such file" },
        { role: "tool", tool_call_id: "call.2", content: "found" },
        { role: "user", content: "And?" },
      ],
      tools: [
        {
          type: "function",
          function: { name: "look", description: "Looks.", parameters: { type: "object" } },
        },
      ],
      max_tokens: 100,
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  test("messages: results of parallel calls and what the person says next are one turn", () => {
    expect(encodeRequest(request, "anthropic").path).toBe("/hub/v1/messages");
    expect(bodyOf(request, "anthropic")).toEqual({
      model: "m",
      max_tokens: 100,
      system: "Be brief.",
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "See:" },
            {
              type: "image",
              source: { type: "base64", media_type: "image/png", data: "iVBORw0=" },
            },
          ],
        },
        { role: "assistant", content: [toolUse("call_1"), toolUse("call_2")] },
        {
          role: "user",
          content: [
            {
              type: "tool_result",
              tool_use_id: "call_1",
              content: "no such file",
              is_error: true,
            },
            { type: "tool_result", tool_use_id: "call_2", content: "found" },
            { type: "text", text: "And?" },
          ],
        },
      ],
      tools: [{ name: "look", description: "Looks.", input_schema: { type: "object" } }],
      stream: true,
    });
  });
});

describe("what only one of the formats asks for", () => {
  const short: ChatRequest = { model: "m", messages: [{ role: "user", content: "Hi" }] };

  test("messages have a limit even if none was given; completions have none then", () => {
    expect(bodyOf(short, "anthropic")).toEqual({
      model: "m",
      max_tokens: 8192,
      messages: [{ role: "user", content: "Hi" }],
      stream: true,
    });
    expect(bodyOf(short, "openai")).not.toHaveProperty("max_tokens");
  });

  test.each([
    ["o3-mini", "max_completion_tokens"],
    ["openai/gpt-5", "max_completion_tokens"],
    ["gpt-4o", "max_tokens"],
  ])("the limit of %s is its %s", (model, name) => {
    expect(bodyOf({ ...short, model, maxOutputTokens: 7 }, "openai")).toMatchObject({ [name]: 7 });
  });

  test("messages of one role after another, and blank ones, are no turns of their own", () => {
    const messages = [
      { role: "user", content: "a" },
      { role: "assistant", content: " \n" },
      { role: "user", content: "b" },
    ] as const;
    expect(bodyOf({ model: "m", messages }, "anthropic")).toMatchObject({
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "a" },
            { type: "text", text: "b" },
          ],
        },
      ],
    });
  });

  test("a conversation with calls can go on without tools: they are declared and not allowed", () => {
    const { tools: _tools, ...without } = request;
    expect(bodyOf(without, "anthropic")).toMatchObject({
      tools: [{ name: "look", input_schema: { type: "object" } }],
      tool_choice: { type: "none" },
    });
    expect(bodyOf(without, "openai")).not.toHaveProperty("tools");
  });
});

const step = (id: string): ChatRequest["messages"] => [
  { role: "assistant", content: "", toolCalls: [{ ...call, id }] },
  { role: "tool", callId: id, content: id },
];
const result = (id: string) => ({ type: "tool_result", tool_use_id: id, content: id });

test("a request that goes on marks tools, system text and the last two turns to be kept, in the Anthropic format", () => {
  const keep = { cache_control: { type: "ephemeral" } };
  const going: ChatRequest = {
    model: "m",
    messages: [
      { role: "system", content: "System" },
      { role: "user", content: "Task" },
      ...step("a"),
      ...step("b"),
    ],
    tools: [{ ...tool, name: "list" }, tool],
  };
  const kept = bodyOf({ ...going, isContinued: true }, "anthropic");
  expect(kept).toMatchObject({
    system: [{ type: "text", text: "System", ...keep }],
    messages: [
      { content: "Task" },
      {},
      { content: [{ ...result("a"), ...keep }] },
      {},
      { content: [{ ...result("b"), ...keep }] },
    ],
    tools: [{ name: "list" }, { name: "look", ...keep }],
  });
  expect(JSON.stringify(kept).split("cache_control")).toHaveLength(5);
  expect(JSON.stringify(bodyOf(going, "anthropic"))).not.toContain("cache_control");
  expect(bodyOf({ ...going, isContinued: true }, "openai")).toEqual(bodyOf(going, "openai"));
});
