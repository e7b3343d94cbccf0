import OpenAI from "openai";
import { beforeAll, describe, expect, test } from "vitest";

import { labOfFile } from "./labOfFile.ts";

const lab = labOfFile();
const { say } = lab;
let client: OpenAI;
beforeAll(() => {
  client = new OpenAI({ baseURL: `${lab.url}/v1`, apiKey: "sk_hub_x", maxRetries: 0 });
});

const twoCalls = [
  { id: "call_a", name: "look", json: ['{"at":', '"é"}'] },
  { id: "call_b", name: "look", json: ['{"at":"b"}'] },
];

describe("clients of other formats with a Responses upstream", () => {
  test("chat completions: text, reasoning, calls, usage", async () => {
    say({
      thinking: { text: "hm", signature: "sealed" },
      text: ["Hi"],
      calls: twoCalls,
      end: "tools",
    });
    const request = {
      model: "gpt-responses",
      messages: [{ role: "user" as const, content: "hi" }],
      max_completion_tokens: 99,
      reasoning_effort: "low" as const,
      prompt_cache_key: "key",
      prompt_cache_retention: "24h" as const,
    };
    const whole = await client.chat.completions.create(request);
    const streamed = await client.chat.completions
      .stream({ ...request, stream_options: { include_usage: true } })
      .finalChatCompletion();
    for (const answer of [whole, streamed]) {
      expect(answer.choices[0]).toMatchObject({
        finish_reason: "tool_calls",
        message: { content: "Hi", tool_calls: [{ id: "call_a" }, { id: "call_b" }] },
      });
      expect(answer.usage).toMatchObject({ prompt_tokens: 20, completion_tokens: 7 });
    }
    expect(lab.responses.last.fields).toMatchObject({
      store: false,
      max_output_tokens: 99,
      reasoning: { effort: "low" },
      prompt_cache_key: "key",
      prompt_cache_retention: "24h",
      include: ["reasoning.encrypted_content"],
    });
  });

  test("messages: thoughts go back to their maker as the reasoning that they were", async () => {
    say({ thinking: { text: "hm", signature: "sealed" }, text: ["Hi"] });
    const ask = async (messages: readonly object[]): Promise<{ readonly content: object[] }> => {
      const body = { model: "claude-gpt-responses", max_tokens: 99, messages };
      // Sound: the SDK's type is checked elsewhere.
      return (await (await lab.post("messages", body)).json()) as { content: object[] };
    };
    const user = { role: "user", content: "hi" };
    const { content } = await ask([user]);
    expect(content).toMatchObject([{ type: "thinking", thinking: "hm" }, { text: "Hi" }]);
    await ask([user, { role: "assistant", content }, user]);
    expect(lab.responses.last.fields["input"]).toEqual([
      { type: "message", role: "user", content: "hi" },
      {
        type: "reasoning",
        summary: [{ type: "summary_text", text: "hm" }],
        encrypted_content: "sealed",
      },
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "Hi" }] },
      { type: "message", role: "user", content: "hi" },
    ]);
  });
});

describe("a request that the hub refuses", () => {
  const output = { type: "function_call_output", call_id: "none", output: "x" };
  const message = { type: "message", id: "m1", role: "user", content: "hi" };
  test.each([
    [{ previous_response_id: "resp_1" }, "previous_response_id", "Send all items"],
    [{ conversation: "conv_1" }, "conversation", "Send all items"],
    [{ background: true }, "background", "Send all items"],
    [{ input: [{ type: "item_reference", id: "x" }] }, "input[0]", "Send all items"],
    [{ input: [output] }, "input[0].call_id", "no item before it is a call"],
    [{ input: [message, message] }, "input[1].id", "the same id"],
    [{ input: [5] }, "input", "is not valid"],
    [{ input: undefined }, "input", "is not valid"],
    [{ input: [{ role: "user", content: 5 }] }, "input[0].content", "a number"],
    [{ input: [{ type: "reasoning", encrypted_content: 5 }] }, "input", "is not valid"],
    [{ Input: "x" }, "input", "almost like"],
  ])("says what is wrong: %j", async (fields, param, words) => {
    const response = await lab.post("responses", { model: "gpt", input: "hi", ...fields });
    const body = (await response.json()) as { readonly error: { readonly message: string } };
    expect(response.status).toBe(400);
    expect(body.error).toMatchObject({ param: expect.stringContaining(param) as string });
    expect(body.error.message).toContain(words);
    expect(lab.governance.calls).toEqual([]);
  });

  test("serves 10,000 items, of which it names the types that it does not know", async () => {
    say({ text: ["ok"] });
    const input = Array.from({ length: 10_000 }, (_, at) =>
      at % 2 === 0 ? { role: "user", content: `m${at}` } : { type: "odd", id: `o${at}` },
    );
    const response = await lab.post("responses", { model: "gpt", input });
    expect(response.status).toBe(200);
    expect(response.headers.get("x-hub-dropped-params")).toBe("input.odd");
    expect(lab.openAi.last.fields["messages"]).toHaveLength(5_000);
  });
});
