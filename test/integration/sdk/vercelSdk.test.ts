import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { APICallError, generateText, jsonSchema, type LanguageModel, Output, streamText } from "ai";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { ApiError } from "../../../src/hubServer/http/apiError.ts";
import { answers } from "../../support/modelServer/fakeUpstream.ts";
import { ApiLab } from "./apiLab.ts";
import { CheckedFetch } from "./checkedFetch.ts";

const lab = new ApiLab();
const { say } = lab;
const checked = new CheckedFetch();

beforeAll(async () => {
  // It warns of every model that it does not know by name.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });
  await lab.start();
}, 60_000);
afterEach(() => {
  expect(lab.errors).toEqual([]);
  lab.reset();
});
afterAll(() => {
  lab.stop();
  expect(checked.checked).toBeGreaterThan(50);
});

const schema = jsonSchema<{ at: string }>({
  type: "object",
  properties: { at: { type: "string" } },
  required: ["at"],
  additionalProperties: false,
});
const tools = { look: { description: "Looks", inputSchema: schema } };

const providers = {
  "chat completions": (model: string): LanguageModel =>
    createOpenAICompatible({
      name: "hub",
      baseURL: `${lab.url}/v1`,
      apiKey: "sk_hub_x",
      includeUsage: true,
      supportsStructuredOutputs: true,
      fetch: checked.fetch,
    })(model),
  messages: (model: string): LanguageModel =>
    createAnthropic({ baseURL: `${lab.url}/v1`, apiKey: "sk_hub_x", fetch: checked.fetch })(model),
  responses: (model: string): LanguageModel =>
    createOpenAI({
      baseURL: `${lab.url}/v1`,
      apiKey: "sk_hub_x",
      fetch: checked.fetch,
    }).responses(model),
};
const upstreams = {
  gpt: lab.openAi,
  "claude-real": lab.anthropic,
  "gpt-responses": lab.responses,
};

describe.each([
  ["chat completions", "gpt"],
  ["chat completions", "claude-real"],
  ["chat completions", "gpt-responses"],
  ["messages", "gpt"],
  ["messages", "claude-real"],
  ["messages", "gpt-responses"],
  ["responses", "gpt"],
  ["responses", "claude-real"],
  ["responses", "gpt-responses"],
] as const)("the AI SDK over %s with the upstream of %s", (format, id) => {
  const call = (): {
    readonly model: LanguageModel;
    readonly prompt: string;
    maxRetries: number;
  } => ({
    model: providers[format](id),
    prompt: "hi",
    maxRetries: 0,
  });

  test("generates text with usage", async () => {
    say({ text: ["Hel", "lo"] });
    const { text, usage, finishReason } = await generateText(call());
    expect([text, finishReason]).toEqual(["Hello", "stop"]);
    expect(usage).toMatchObject({ inputTokens: 20, outputTokens: 7 });
  });

  test("streams reasoning, text and usage", async () => {
    say({ thinking: { text: "hm", signature: "sig" }, text: ["Hel", "lo"] });
    const result = streamText(call());
    expect(await result.text).toBe("Hello");
    expect(await result.reasoningText).toBe("hm");
    expect(await result.usage).toMatchObject({ inputTokens: 20, outputTokens: 7 });
    expect(await result.finishReason).toBe("stop");
  });

  test.each([true, false])("calls two tools at once (stream %s)", async (isStreamed) => {
    say({
      text: ["I look."],
      calls: [
        { id: "call_a", name: "look", json: ['{"at":', '"é"}'] },
        { id: "call_b", name: "look", json: ['{"at":"b"}'] },
      ],
      end: "tools",
    });
    const calls = isStreamed
      ? await streamText({ ...call(), tools }).toolCalls
      : (await generateText({ ...call(), tools })).toolCalls;
    expect(calls).toMatchObject([
      { toolCallId: "call_a", toolName: "look", input: { at: "é" } },
      { toolCallId: "call_b", toolName: "look", input: { at: "b" } },
    ]);
  });

  test("generates an object of a schema", async () => {
    say({ text: ['{"at":"x"}'] });
    const { output } = await generateText({ ...call(), output: Output.object({ schema }) });
    expect(output).toEqual({ at: "x" });
  });

  test("sends images", async () => {
    say({ text: ["a cat"] });
    const data = new Uint8Array([137, 80, 78, 71]);
    const image = { type: "file", mediaType: "image/png", data } as const;
    const { prompt: _, ...rest } = call();
    await generateText({ ...rest, messages: [{ role: "user", content: [image] }] });
    expect(upstreams[id].last.body).toContain("iVBORw==");
  });

  test("hears that an answer was cut at the limit", async () => {
    say({ text: ["x"], end: "length" });
    expect((await generateText(call())).finishReason).toBe("length");
    expect(await streamText(call()).finishReason).toBe("length");
  });

  test("gets an error with the sentence of the upstream", async () => {
    const body = { error: { message: "slow down", type: "x", param: null, code: null } };
    lab.openAi.handle = answers(body, 429);
    lab.responses.handle = answers(body, 429);
    lab.anthropic.handle = answers(
      { type: "error", error: { type: "rate_limit_error", message: "slow down" }, request_id: "r" },
      429,
    );
    const error: unknown = await generateText(call()).catch((caught: unknown) => caught);
    if (!APICallError.isInstance(error)) {
      throw new Error("no error of the API");
    }
    expect([error.statusCode, error.message]).toEqual([429, "slow down"]);
  });

  test.each([
    [402, "budget_exceeded", "The monthly budget is used up."],
    [400, "dlp_blocked", "The message contains a CPF."],
  ])("gets a refusal of the hub with its reason: %i %s", async (status, code, sentence) => {
    lab.governance.refusal = new ApiError(status, sentence, { code });
    const errors: unknown[] = [];
    const refused = await generateText(call()).catch((caught: unknown) => caught);
    await streamText({
      ...call(),
      onError: ({ error }) => void errors.push(error),
    }).consumeStream();
    for (const error of [refused, ...errors]) {
      expect(error).toMatchObject({ statusCode: status, message: sentence, isRetryable: false });
    }
    expect([errors.length, upstreams[id].requests]).toEqual([1, []]);
  });
});
