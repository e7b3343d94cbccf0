import { expect, test } from "vitest";

import { readAnthropicRequest } from "../../../../src/hubServer/formats/anthropic/anthropicRequestReader.ts";
import { writeAnthropicRequest } from "../../../../src/hubServer/formats/anthropic/anthropicRequestWriter.ts";
import { readOpenAiRequest } from "../../../../src/hubServer/formats/openAi/openAiRequestReader.ts";
import { writeOpenAiRequest } from "../../../../src/hubServer/formats/openAi/openAiRequestWriter.ts";
import { toAnthropic, toOpenAi } from "./translate.ts";

const schema = { type: "object", properties: { path: { type: "string" } } };

test.each([
  [
    "text/plain",
    Buffer.from("Olá, mundo"),
    { type: "text", media_type: "text/plain", data: "Olá, mundo" },
  ],
  [
    "text/csv",
    Buffer.from("Olá", "latin1"),
    { type: "text", media_type: "text/plain", data: "Olá" },
  ],
  ["application/json", Buffer.from("{}"), { type: "text", media_type: "text/plain", data: "{}" }],
  [
    "application/pdf",
    Buffer.from("%PDF"),
    { type: "base64", media_type: "application/pdf", data: "JVBERg==" },
  ],
])("a file of the type %s goes to Anthropic in the form that it takes", (type, bytes, source) => {
  const file = { filename: "a", file_data: `data:${type};base64,${bytes.toString("base64")}` };
  const messages = [{ role: "user", content: [{ type: "file", file }] }];
  expect(toAnthropic({ model: "x", messages }).fields["messages"]).toEqual([
    { role: "user", content: [{ type: "document", source, title: "a" }] },
  ]);
});

test("a conversation with tools and images goes to Anthropic with every part in its place", () => {
  const { fields, dropped } = toAnthropic({
    model: "x",
    messages: [
      { role: "system", content: "Be brief." },
      {
        role: "user",
        content: [
          { type: "text", text: "What is this?" },
          { type: "image_url", image_url: { url: "data:image/png;base64,AAAA", detail: "low" } },
          { type: "image_url", image_url: { url: "https://example.com/a.png" } },
        ],
      },
      {
        role: "assistant",
        content: "I look.",
        tool_calls: [
          { id: "call|1", type: "function", function: { name: "read", arguments: '{"path":"a"}' } },
          { id: "call_2", type: "function", function: { name: "list", arguments: "" } },
        ],
      },
      { role: "tool", tool_call_id: "call|1", content: "A" },
      { role: "tool", tool_call_id: "call_2", content: [{ type: "text", text: "B" }] },
      { role: "user", content: "And now?" },
    ],
    tools: [
      {
        type: "function",
        function: { name: "read", description: "Reads", parameters: schema, strict: true },
      },
    ],
    tool_choice: "required",
    parallel_tool_calls: false,
    max_completion_tokens: 50,
    stop: "END",
    temperature: 1.5,
    top_p: 0.9,
    user: "u1",
    stream: true,
    n: 1,
  });
  expect(fields).toEqual({
    model: "m",
    max_tokens: 50,
    system: [{ type: "text", text: "Be brief." }],
    messages: [
      {
        role: "user",
        content: [
          { type: "text", text: "What is this?" },
          { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } },
          { type: "image", source: { type: "url", url: "https://example.com/a.png" } },
        ],
      },
      {
        role: "assistant",
        content: [
          { type: "text", text: "I look." },
          { type: "tool_use", id: "call_1", name: "read", input: { path: "a" } },
          { type: "tool_use", id: "call_2", name: "list", input: {} },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "call_1", content: [{ type: "text", text: "A" }] },
          { type: "tool_result", tool_use_id: "call_2", content: [{ type: "text", text: "B" }] },
          { type: "text", text: "And now?" },
        ],
      },
    ],
    tools: [{ name: "read", description: "Reads", input_schema: schema, strict: true }],
    tool_choice: { type: "any", disable_parallel_tool_use: true },
    stop_sequences: ["END"],
    temperature: 1,
    top_p: 0.9,
    metadata: { user_id: "u1" },
    stream: true,
  });
  expect(dropped).toEqual([]);
});

function readCall(id: string, json: string): object {
  return { id, type: "function", function: { name: "Read", arguments: json } };
}

test("what Claude Code sends goes to OpenAI, and everything that has no place there is named", () => {
  const cache = { cache_control: { type: "ephemeral" } };
  const { fields, dropped } = toOpenAi({
    model: "x",
    max_tokens: 32_000,
    system: [
      { type: "text", text: "One.", ...cache },
      { type: "text", text: "Two." },
    ],
    thinking: { type: "adaptive" },
    output_config: { effort: "high" },
    context_management: { edits: [] },
    metadata: { user_id: '{"device":"d"}' },
    messages: [
      { role: "user", content: "hi" },
      { role: "system", content: "A reminder." },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "hm", signature: "sig" },
          { type: "redacted_thinking", data: "xx" },
          { type: "text", text: "Reading." },
          { type: "tool_use", id: "t1", name: "Read", input: { path: "a" } },
          { type: "tool_use", id: "t2", name: "Read", input: {} },
        ],
      },
      {
        role: "user",
        content: [
          {
            type: "tool_result",
            tool_use_id: "t1",
            content: [
              { type: "text", text: "A" },
              { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } },
            ],
          },
          { type: "tool_result", tool_use_id: "t2", content: "no file", is_error: true, ...cache },
          { type: "text", text: "go on" },
        ],
      },
    ],
    tools: [
      { name: "Read", description: "Reads", input_schema: schema, ...cache },
      { type: "web_search_20250305", name: "web_search" },
    ],
    tool_choice: { type: "auto", disable_parallel_tool_use: true },
    stop_sequences: ["END"],
    top_k: 5,
    stream: true,
  });
  expect(fields).toEqual({
    model: "m",
    max_tokens: 32_000,
    messages: [
      {
        role: "system",
        content: [
          { type: "text", text: "One." },
          { type: "text", text: "Two." },
        ],
      },
      { role: "user", content: "hi" },
      { role: "system", content: "A reminder." },
      {
        role: "assistant",
        content: "Reading.",
        tool_calls: [readCall("t1", '{"path":"a"}'), readCall("t2", "{}")],
      },
      { role: "tool", tool_call_id: "t1", content: "A" },
      { role: "tool", tool_call_id: "t2", content: "Error: no file" },
      {
        role: "user",
        content: [
          { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
          { type: "text", text: "go on" },
        ],
      },
    ],
    tools: [
      { type: "function", function: { name: "Read", description: "Reads", parameters: schema } },
    ],
    tool_choice: "auto",
    parallel_tool_calls: false,
    stop: ["END"],
    user: '{"device":"d"}',
    stream: true,
    stream_options: { include_usage: true },
  });
  expect(new Set(dropped)).toEqual(
    new Set([
      "context_management",
      "cache_control",
      "tools.web_search",
      "thinking",
      "output_config.effort",
      "messages.thinking",
      "top_k",
    ]),
  );
});

const user = { role: "user", content: "a" };

test.each([
  ["logit_bias", { logit_bias: { 1: 2 } }],
  ["n", { n: 2 }],
  ["seed", { seed: 7 }],
  ["response_format", { response_format: { type: "json_object" } }],
  ["tools.custom", { tools: [{ type: "custom", custom: { name: "x" } }] }],
  [
    "messages.input_audio",
    { messages: [{ role: "user", content: ["a", { type: "input_audio" }] }] },
  ],
  [
    "messages.reasoning_content",
    { messages: [user, { role: "assistant", reasoning_content: "hm" }] },
  ],
  ["messages.audio", { messages: [user, { role: "assistant", audio: { id: "audio_1" } }] }],
  ["messages.prefix", { messages: [user, { role: "assistant", content: "a", prefix: true }] }],
  ["x_unknown", { x_unknown: {} }],
])("%s has no place at Anthropic's, and is named", (name, fields) => {
  expect(toAnthropic({ model: "x", messages: [], ...fields }).dropped).toEqual([name]);
});

test("JSON of a schema is asked for in both formats", () => {
  const json = { name: "answer", schema, strict: true };
  const asked = { type: "json_schema", json_schema: json };
  const there = toAnthropic({ model: "x", messages: [], response_format: asked });
  expect(there).toMatchObject({
    fields: { output_config: { format: { type: "json_schema", schema } } },
    dropped: [],
  });
  expect(toOpenAi(there.fields).fields["response_format"]).toEqual(asked);
});

test("a limit that the client did not set is what governance allows, or what every model can", () => {
  const { request } = readOpenAiRequest({ model: "x", messages: [] });
  expect(writeAnthropicRequest(request, "m", 700).fields["max_tokens"]).toBe(700);
  expect(writeAnthropicRequest(request, "m", Infinity).fields["max_tokens"]).toBe(4_096);
});

test.each([
  ["gpt-5-mini", "max_completion_tokens"],
  ["openai/o3", "max_completion_tokens"],
  ["qwen3", "max_tokens"],
])("the limit of %s is called %s", (model, name) => {
  const { request } = readAnthropicRequest({ model: "x", messages: [], max_tokens: 5 });
  expect(writeOpenAiRequest(request, model).fields[name]).toBe(5);
});
