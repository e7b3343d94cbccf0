import OpenAI from "openai";
import type { ChatCompletionCreateParamsNonStreaming as Asked } from "openai/resources";
import { describe, expect, test } from "vitest";

import { anthropicModel } from "../../support/modelServer/modelServer.ts";
import { CheckedFetch } from "./checkedFetch.ts";
import { labOfFile } from "./labOfFile.ts";

const lab = labOfFile();
const checked = new CheckedFetch();

const parameters = { type: "object", properties: { at: { type: "string" } } };
const look = { name: "look", description: "Looks", parameters };
const request: Asked = {
  model: "claude-real",
  messages: [{ role: "user", content: "hi" }],
  functions: [look],
};
const call = { name: "look", arguments: '{"at":"é"}' };
const twoCalls = [
  { id: "a", name: "look", json: ['{"at":', '"é"}'] },
  { id: "b", name: "look", json: ['{"at":"b"}'] },
];

function client(): OpenAI {
  const { fetch } = checked;
  return new OpenAI({ baseURL: `${lab.url}/v1`, apiKey: "sk_hub_x", fetch, maxRetries: 0 });
}

async function sent(fields: object): Promise<{ fields: object; dropped: string | null }> {
  lab.anthropic.handle = anthropicModel({ text: ["ok"] });
  const response = await lab.post("chat/completions", { ...request, ...fields });
  expect(response.status).toBe(200);
  return {
    fields: lab.anthropic.requests.at(-1)?.fields ?? {},
    dropped: response.headers.get("x-hub-dropped-params"),
  };
}

function use(id: string): object {
  return {
    role: "assistant",
    content: [{ type: "tool_use", id, name: "look", input: { at: "é" } }],
  };
}

function seen(id: string): object {
  return {
    role: "user",
    content: [{ type: "tool_result", tool_use_id: id, content: [{ type: "text", text: "seen" }] }],
  };
}

describe("functions reach an Anthropic upstream as tools", () => {
  test.each([
    [undefined, { type: "auto" }],
    ["auto", { type: "auto" }],
    [{ name: "look" }, { type: "tool", name: "look" }],
  ])("with the choice %o", async (choice, expected) => {
    expect(await sent({ function_call: choice })).toEqual({
      fields: expect.objectContaining({
        tools: [{ name: "look", description: "Looks", input_schema: parameters }],
        tool_choice: { ...expected, disable_parallel_tool_use: true },
      }) as object,
      dropped: null,
    });
  });

  test("with a choice of none", async () => {
    const { fields } = await sent({ function_call: "none" });
    expect(fields).toMatchObject({ tool_choice: { type: "none" } });
  });

  test("with calls and results in their places, each call with an id of its own", async () => {
    const result = { role: "function", name: "look", content: "seen" };
    const asked = { role: "assistant", content: null, function_call: call };
    const messages = [...request.messages, asked, result, asked, result];
    const { fields, dropped } = await sent({ messages });
    expect(fields).toMatchObject({
      messages: [{ role: "user" }, use("call_1"), seen("call_1"), use("call_3"), seen("call_3")],
    });
    expect(dropped).toBeNull();
  });

  test("but tools come first, and the header says so", async () => {
    const tools = [{ type: "function", function: { ...look, name: "newer" } }];
    const { fields, dropped } = await sent({ tools });
    expect(fields).toMatchObject({ tools: [{ name: "newer" }] });
    expect(dropped).toBe("functions");
  });
});

describe("a call comes back as function_call", () => {
  test.each([
    ["whole", false, ""],
    ["streamed", true, ""],
    ["to a request that another thread reads", false, "x".repeat(200_000)],
    ["streamed to a request that another thread reads", true, "x".repeat(200_000)],
  ])("%s", async (_name, stream, more) => {
    lab.anthropic.handle = anthropicModel({ text: ["I look."], calls: twoCalls, end: "tools" });
    const asked = { ...request, messages: [{ role: "user", content: `hi${more}` } as const] };
    const { chat } = client();
    const answer = stream
      ? await chat.completions.stream({ ...asked, stream }).finalChatCompletion()
      : await chat.completions.create(asked);
    const [choice] = answer.choices;
    expect(choice?.finish_reason).toBe("function_call");
    expect(choice?.message).toMatchObject({ content: "I look.", function_call: call });
    expect(choice?.message.tool_calls).toBeUndefined();
    expect(lab.governance.settled).toMatchObject([{ outcome: "complete" }]);
  });

  test("also from a built-in model", async () => {
    const answer = await client().chat.completions.create({
      ...request,
      model: "hub-script-tools",
    });
    expect(answer.choices[0]).toMatchObject({
      finish_reason: "function_call",
      message: { function_call: { name: "look" } },
    });
  });

  test("and as tool_calls to a client that sent tools", async () => {
    lab.anthropic.handle = anthropicModel({ calls: twoCalls, end: "tools" });
    const tools = [{ type: "function", function: look } as const];
    const answer = await client().chat.completions.create({ ...request, tools });
    expect(answer.choices[0]?.finish_reason).toBe("tool_calls");
    expect(answer.choices[0]?.message.tool_calls).toHaveLength(2);
  });
});
