import * as fc from "fast-check";
import { expect, test } from "vitest";

import { parseJson } from "../../../../src/shared/base/json.ts";
import { maskOf } from "../../../../src/shared/guarded/sensitiveKinds.ts";
import { dataEvents, namedEvents } from "../../../support/modelServer/fakeUpstream.ts";
import { responsesEvents } from "../../../support/modelServer/responsesModel.ts";
import {
  cpf,
  mail,
  mask,
  Client,
  type Passed,
  pass,
  passBytes,
  head,
  chunk,
} from "./guardedLab.ts";

const chatStream = [
  ": waiting for the model\n\n",
  dataEvents(
    chunk({ role: "assistant", content: "" }),
    chunk({ reasoning_content: `O CPF é ${cpf}` }),
    ...Array.from(`Fale com ${mail}, CPF ${cpf} 😀 ok. `, (content) => chunk({ content })),
    chunk({
      tool_calls: [{ index: 0, id: "a", type: "function", function: { name: "f", arguments: "" } }],
    }),
    ...Array.from(JSON.stringify({ n: 52_998_224_725 }), (piece) =>
      chunk({ tool_calls: [{ index: 0, function: { arguments: piece } }] }),
    ),
    chunk({ content: "segunda 529.982." }, 1),
    chunk({ content: "247-25" }, 1, "stop"),
    chunk({}, 0, "tool_calls"),
    { ...head, choices: [], usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 } },
  ),
  "data: [DONE]\n\n",
].join("");

const spoken = {
  text: Array.from(`Fale com ${mail}, CPF ${cpf} 😀 ok.`),
  calls: [{ id: "a", name: "f", json: Array.from(JSON.stringify({ n: cpf })) }],
  end: "tools",
} as const;
const anthropicEvents: readonly { readonly type: string; readonly [field: string]: unknown }[] = [
  { type: "message_start" },
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  ...spoken.text.map((text) => ({
    type: "content_block_delta",
    index: 0,
    delta: { type: "text_delta", text },
  })),
  { type: "content_block_stop", index: 0 },
  { type: "message_delta", delta: { stop_reason: "end_turn" } },
  { type: "message_stop" },
];
const anthropicStream = namedEvents(...anthropicEvents);
const responsesStream = namedEvents(...responsesEvents(spoken));
const completionStream = `${dataEvents(
  ...Array.from(`cpf = "${cpf}"; `, (text) => ({
    object: "text_completion",
    choices: [{ index: 0, text, finish_reason: null }],
  })),
  { object: "text_completion", choices: [{ index: 0, text: "", finish_reason: "stop" }] },
)}data: [DONE]\n\n`;

const streams = [
  ["openai", chatStream],
  ["openai", chatStream.replaceAll("\n", "\r\n")],
  ["anthropic", anthropicStream],
  ["responses", responsesStream],
  ["completions", completionStream],
] as const;

test.each(streams)("%s: bytes may be cut anywhere", async (format, stream) => {
  const whole = await passBytes(format, stream, [stream.length * 4]);
  expect(whole.client.text).not.toMatch(/529\.982|52998224725|ana\.paula/u);
  expect(whole.client.text).toContain("hub-dlp-answer mask;types=");
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1 }), async (sizes) => {
      const { client, noted } = await passBytes(format, stream, sizes);
      expect([client.text, noted]).toEqual([whole.client.text, whole.noted]);
    }),
    { numRuns: 12 },
  );
});

interface Chunk {
  readonly choices?: readonly {
    readonly index: number;
    readonly finish_reason: string | null;
    readonly delta: {
      readonly content?: string;
      readonly reasoning_content?: string;
      readonly tool_calls?: readonly { readonly function: { readonly arguments: string } }[];
    };
  }[];
}

function chunksOf(text: string): readonly Chunk[] {
  const events = [...text.matchAll(/^data: (\{.*\})$/gmu)];
  return events.map(([, data = ""]) => parseJson(data) as Chunk);
}

test("texts end before what follows them: reasoning, text, calls, the finish, the usage, [DONE]", async () => {
  const { client, noted } = await passBytes("openai", chatStream, [9_999_999]);
  const order = chunksOf(client.text).flatMap(({ choices = [] }) => {
    const [choice] = choices;
    if (!choice) {
      return ["usage"];
    }
    const { delta, index, finish_reason: reason } = choice;
    return [
      ...(delta.reasoning_content ? [`${index} reasoning`] : []),
      ...(delta.content ? [`${index} text`] : []),
      ...(delta.tool_calls?.[0]?.function.arguments ? [`${index} call`] : []),
      ...(reason === null ? [] : [`${index} ${reason}`]),
    ];
  });
  expect(order.filter((one, at) => one !== order[at - 1])).toEqual([
    "0 reasoning",
    "0 text",
    "1 text",
    "1 stop",
    "0 call",
    "0 tool_calls",
    "usage",
  ]);
  const said = (index: number): string =>
    chunksOf(client.text)
      .flatMap(({ choices = [] }) => choices.filter((choice) => choice.index === index))
      .map(({ delta }) => delta.content ?? "")
      .join("");
  expect([said(0), said(1)]).toEqual([
    `Fale com ${maskOf("email")}, CPF ${mask} 😀 ok. `,
    `segunda ${mask}`,
  ]);
  expect(client.text).toMatch(/^: waiting for the model\n\n/u);
  expect(client.text.trimEnd()).toMatch(
    /data: \[DONE\]\n\n: hub-dlp-answer mask;types=\S+;counts=\S+$/u,
  );
  expect(noted).toEqual([
    { kind: "cpf", count: 4, field: "answer", action: "mask" },
    { kind: "email", count: 1, field: "answer", action: "mask" },
  ]);
});

test("numbers of events stay in order where an event is added", async () => {
  const { client } = await passBytes("responses", responsesStream, [100]);
  const numbers = [...client.text.matchAll(/"sequence_number":(\d+)/gu)].map(([, n]) => Number(n));
  expect(numbers).toEqual(numbers.map((_, at) => at));
});

test("a pause sends the words that wait, and after longer a begun value, too", async () => {
  const { client } = await pass("openai", (sink, { client: seen, clock }) => {
    sink.write(dataEvents(chunk({ content: "O nome dela é Maria" })));
    expect(textOf(seen)).toBe("O nome ");
    clock.advance(500);
    expect(textOf(seen)).toBe("O nome dela é Maria");
    sink.write(dataEvents(chunk({ content: " e o CPF 529.982." })));
    clock.advance(4_900);
    expect(textOf(seen)).not.toContain("529");
    clock.advance(100 + 500);
    expect(textOf(seen)).toBe("O nome dela é Maria e o CPF 529.982.");
    sink.write(dataEvents(chunk({ content: "247-25. Fim." }, 0, "stop")));
    return Promise.resolve();
  });
  expect(textOf(client)).toBe(`O nome dela é Maria e o CPF 529.982.${mask}. Fim.`);
});

function textOf({ text }: Client): string {
  return chunksOf(text)
    .map(({ choices }) => choices?.[0]?.delta.content ?? "")
    .join("");
}

test("an upstream that breaks in the middle leaves no text behind, and no timer", async () => {
  const broken = new Error("gone");
  let seen: Passed | undefined;
  const passing = pass("openai", (sink, passed) => {
    seen = passed;
    sink.write(dataEvents(chunk({ content: `CPF ${cpf} e mais um` })));
    sink.write(`data: {"choices":[{"index":0,"delta":{"content":"CPF ${cpf}`);
    return Promise.reject(broken);
  });
  await expect(passing).rejects.toBe(broken);
  expect(seen?.client.text).not.toContain("529.982");
  expect(textOf(seen?.client ?? new Client())).toBe(`CPF ${mask} e mais um`);
  expect([seen?.noted.length, seen?.clock.pendingTimers]).toEqual([1, 0]);
});

test("an error in the stream comes after the text before it", async () => {
  const error = { error: { message: "no", type: "server_error", code: "upstream_error" } };
  const { client } = await passBytes(
    "openai",
    dataEvents(chunk({ content: "Até aqui foi" }), error),
    [5],
  );
  expect(textOf(client)).toBe("Até aqui foi");
  expect(client.text.trimEnd().endsWith(JSON.stringify(error))).toBe(true);
});

test("what repeats the text token by token is left out", async () => {
  const logprobs = {
    content: [{ token: "529.982.", logprob: -0.1, bytes: null, top_logprobs: [] }],
  };
  const { client } = await passBytes(
    "openai",
    dataEvents({
      ...head,
      choices: [{ index: 0, delta: { content: `${cpf} ` }, logprobs, finish_reason: null }],
    }),
    [9_999],
  );
  expect(client.text).not.toContain("529.982");
});

const failed = (): Promise<never> => Promise.reject(new Error("no thread"));

test("if a large request cannot be searched, the answer shows only values that it repeats by the letter", async () => {
  const held = {
    bytes: Buffer.from(`{"messages":"CPF ${cpf}"}`),
    fields: {},
    inspect: failed,
    write: failed,
    values: failed,
    whole: () => ({}),
  };
  const { client } = await pass(
    "openai",
    (sink) => {
      sink.write(dataEvents(chunk({ content: `${cpf} e 111.444.777-35 ` }, 0, "stop")));
      return Promise.resolve();
    },
    { fields: {}, held },
  );
  expect(textOf(client)).toBe(`${cpf} e ${mask} `);
});
