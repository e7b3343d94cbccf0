import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import Anthropic from "@anthropic-ai/sdk";
import { generateText, jsonSchema, streamText } from "ai";
import * as fc from "fast-check";
import OpenAI from "openai";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";

import type { FieldFinding } from "../../../src/dlp/scanRequest.ts";
import { pauseMs } from "../../../src/hubServer/answers/guardedStream.ts";
import { systemClock } from "../../../src/shared/base/clock.ts";
import { forEachKind, maskOf } from "../../../src/shared/guarded/sensitiveKinds.ts";
import type { Spoken } from "../../support/modelServer/modelServer.ts";
import { cards, cnpjs, cpfs, emails, punctuated } from "../../unit/dlp/values.ts";
import { ApiLab } from "./apiLab.ts";
import { CheckedFetch } from "./checkedFetch.ts";

const cpf = "529.982.247-25";
/** A loaded machine must not look like a model that pauses. */
const lab = new ApiLab({
  ...systemClock,
  startTimer: (callback, ms) =>
    ms === pauseMs.words || ms === pauseMs.all
      ? () => undefined
      : systemClock.startTimer(callback, ms),
});
const checked = new CheckedFetch();
const noted: FieldFinding[] = [];
let openAi: OpenAI;
let anthropic: Anthropic;

beforeAll(async () => {
  await lab.start();
  const options = { apiKey: "sk_hub_x", fetch: checked.fetch, maxRetries: 0 };
  openAi = new OpenAI({ baseURL: `${lab.url}/v1`, ...options });
  anthropic = new Anthropic({ baseURL: lab.url, ...options });
}, 60_000);
beforeEach(() => {
  noted.length = 0;
  lab.governance.answers = {
    rules: forEachKind(() => "mask"),
    note: (findings) => {
      noted.push(...findings);
      return Promise.resolve();
    },
  };
});
afterEach(() => {
  expect(lab.errors).toEqual([]);
  lab.reset();
});
afterAll(() => {
  lab.stop();
  expect(checked.checked).toBeGreaterThan(100);
});

interface Answer {
  readonly text: string;
  readonly calls: readonly unknown[];
}

const question = "Tell me what you know.";
const tool = { name: "look", description: "Looks" };
const parameters = { type: "object", properties: {} } as const;

async function chat(model: string, isStreamed: boolean, content = question): Promise<Answer> {
  const body: OpenAI.ChatCompletionCreateParamsNonStreaming = {
    model,
    messages: [{ role: "user", content }],
    tools: [{ type: "function", function: { ...tool, parameters } }],
  };
  const { choices } = isStreamed
    ? await openAi.chat.completions.stream({ ...body, stream: true }).finalChatCompletion()
    : await openAi.chat.completions.create(body);
  const message = choices[0]?.message;
  const calls = (message?.tool_calls ?? []).map((call) =>
    call.type === "function" ? (JSON.parse(call.function.arguments) as unknown) : undefined,
  );
  return { text: message?.content ?? "", calls };
}

async function messages(model: string, isStreamed: boolean, content = question): Promise<Answer> {
  const body: Anthropic.MessageCreateParamsNonStreaming = {
    model,
    max_tokens: 1_000,
    messages: [{ role: "user", content }],
    tools: [{ ...tool, input_schema: parameters }],
  };
  const message = isStreamed
    ? await anthropic.messages.stream(body).finalMessage()
    : await anthropic.messages.create(body);
  return {
    text: message.content.map((block) => (block.type === "text" ? block.text : "")).join(""),
    calls: message.content.flatMap((block) => (block.type === "tool_use" ? [block.input] : [])),
  };
}

async function responses(model: string, isStreamed: boolean, input = question): Promise<Answer> {
  const body: OpenAI.Responses.ResponseCreateParamsNonStreaming = {
    model,
    input,
    store: false,
    tools: [{ type: "function", ...tool, parameters, strict: false }],
  };
  const { output, output_text: text } = isStreamed
    ? await openAi.responses.stream({ ...body, stream: true }).finalResponse()
    : await openAi.responses.create(body);
  const calls = output.flatMap((item) =>
    item.type === "function_call" ? [JSON.parse(item.arguments) as unknown] : [],
  );
  return { text, calls };
}

/** By the Vercel AI SDK, which is strict about events. */
async function vercel(model: string, isStreamed: boolean, prompt = question): Promise<Answer> {
  const options = { apiKey: "sk_hub_x", baseURL: `${lab.url}/v1`, fetch: checked.fetch };
  const asked = {
    model: createOpenAICompatible({ name: "hub", ...options })(model),
    prompt,
    tools: { look: { description: "Looks", inputSchema: jsonSchema({ type: "object" }) } },
    maxRetries: 0,
  };
  const answer = isStreamed ? streamText(asked) : await generateText(asked);
  const calls = (await answer.toolCalls).map(({ input }): unknown => input);
  return { text: await answer.text, calls };
}

const asked = { chat, messages, responses, vercel };
const ways = Object.entries(asked).flatMap(([name, ask]) =>
  ["gpt", "claude-real", "gpt-responses"].map((model) => ({ name, ask, model })),
);

function spokenBy(text: string, data: unknown, sizes: readonly number[]): Spoken {
  const json = JSON.stringify({ data });
  return {
    thinking: { text: `I see ${text}`, signature: "c2ln" },
    text: cut(text, sizes),
    calls: [
      { id: "call_a", name: "look", json: cut(json, sizes) },
      { id: "call_b", name: "look", json: ['{"at":', '"b"}'] },
    ],
    end: "tools",
  };
}

function cut(text: string, sizes: readonly number[]): readonly string[] {
  const pieces: string[] = [];
  for (let at = 0, index = 0; at < text.length; index += 1) {
    const end = at + (sizes[index % sizes.length] ?? 1);
    pieces.push(text.slice(at, end));
    at = end;
  }
  return pieces;
}

const values = fc.oneof(cpfs.map(punctuated), cnpjs.map(punctuated), cards, emails);
const words = fc.constantFrom("o", "cliente", "**Nome:**", "é", "e-mail", "\n", "(at)", "12", "{");
const texts = fc
  .array(fc.oneof({ weight: 4, arbitrary: words }, { weight: 1, arbitrary: values }), {
    minLength: 1,
    maxLength: 60,
    size: "max",
  })
  .map((parts) => `${parts.join(" ")} fim`);
const cuts = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 6 });

test.each(ways)(
  "$name of $model: a stream says the same as the whole answer, masked",
  async (way) => {
    const { ask, model } = way;
    await fc.assert(
      fc.asyncProperty(texts, values, cuts, async (text, value, sizes) => {
        lab.say(spokenBy(`${text} CPF ${cpf} ok`, { value, text, number: 52_998_224_725 }, sizes));
        const whole = await ask(model, false);
        const streamed = await ask(model, true);
        expect(streamed).toEqual(whole);
        expect(JSON.stringify(whole)).not.toContain(cpf);
        expect(JSON.stringify(whole)).not.toMatch(/52998224725/u);
        expect(whole.text).toContain(`CPF ${maskOf("cpf")} ok`);
      }),
      { numRuns: 4 },
    );
  },
);

test.each(ways)(
  "$name of $model: values of the person's own request stay",
  async ({ ask, model }) => {
    const pieces = ["The CPF is 529.", "982.247-25", ", the other 111.444.", "777-35. Well."];
    lab.say({ text: pieces });
    const expected = `The CPF is ${cpf}, the other ${maskOf("cpf")}. Well.`;
    for (const content of ["My CPF is 52998224725", `${"Long. ".repeat(15_000)} CPF ${cpf}`]) {
      for (const isStreamed of [false, true]) {
        noted.length = 0;
        expect(await ask(model, isStreamed, content)).toEqual({ text: expected, calls: [] });
        expect(noted).toEqual([{ kind: "cpf", action: "mask", count: 1, field: "answer" }]);
      }
    }
  },
);

test("a password stays that only the answer calls so", async () => {
  const text = "password: Abacaxi!2024x, other password: Melancia!2025y, ok.";
  for (const content of ["Use Abacaxi!2024x", `${"Long. ".repeat(15_000)} Abacaxi!2024x`]) {
    for (const isStreamed of [false, true]) {
      lab.say({ text: cut(text, [3]) });
      const answer = await chat("gpt", isStreamed, content);
      expect(answer.text).toBe(`password: Abacaxi!2024x, other password: ${maskOf("secret")}, ok.`);
    }
  }
});

const values10k = 10_000;

test.each([false, true])(
  "an answer with 10,000 values (streamed: %s) is masked whole",
  async (isStreamed) => {
    lab.say({ text: cut(`${cpf}, `.repeat(values10k), [5_000]) });
    const { text } = await chat("gpt", isStreamed);
    expect(text).toBe(`${maskOf("cpf")}, `.repeat(values10k));
    expect(noted).toEqual([{ kind: "cpf", action: "mask", count: values10k, field: "answer" }]);
  },
);

test.each([false, true])(
  "a megabyte without a blank (streamed: %s) stays as it is",
  async (isStreamed) => {
    const text = "abcdefghij".repeat(100_000);
    lab.say({ text: cut(text, [50_000]) });
    expect((await chat("gpt", isStreamed)).text === text).toBe(true);
  },
);
