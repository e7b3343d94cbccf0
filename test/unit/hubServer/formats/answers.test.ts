import * as fc from "fast-check";
import { expect, test } from "vitest";

import type { AnswerEvent } from "../../../../src/hubServer/formats/answerEvent.ts";
import {
  type ChatFormat,
  createReader,
  createWriter,
  wholeAnswer,
} from "../../../../src/hubServer/formats/chatFormat.ts";
import { anyAnswer, eventsOfBlocks, head, readStream, wholeOf } from "./blocks.ts";

/** A stream in a format, of these events. */
function streamOf(format: ChatFormat, events: readonly AnswerEvent[]): string {
  const writer = createWriter(format, head, false);
  return events.map((event) => writer.write(event)).join("") + writer.end();
}

function readBack(format: ChatFormat, events: readonly AnswerEvent[]): readonly AnswerEvent[] {
  return readStream(createReader(format), streamOf(format, events), 7);
}

test.each<[ChatFormat, ChatFormat]>([
  ["openai", "anthropic"],
  ["anthropic", "openai"],
])("any sequence of blocks comes back the same from %s over %s", (first, second) => {
  fc.assert(
    fc.property(anyAnswer, (answer) => {
      const once = readBack(first, eventsOfBlocks(answer));
      const twice = readBack(second, once);
      expect(wholeOf(readBack(first, twice))).toEqual(answer);
    }),
    { numRuns: 500 },
  );
});

test.each<ChatFormat>(["openai", "anthropic"])(
  "a whole %s answer has the same blocks as its stream, kind by kind",
  (format) => {
    fc.assert(
      fc.property(anyAnswer, (answer) => {
        const body = JSON.stringify(wholeAnswer(format, head, eventsOfBlocks(answer)));
        const read = wholeOf(createReader(format).readWhole(body) ?? []);
        const calls = answer.blocks.filter(({ kind }) => kind === "toolCall");
        const thoughts = answer.blocks.filter(({ kind }) => /hinking/u.test(kind));
        expect(read.finish).toBe(answer.finish);
        expect(read.blocks.filter(({ kind }) => kind === "toolCall").map(parsed)).toEqual(
          calls.map(parsed),
        );
        expect(read.blocks.filter(({ kind }) => /hinking/u.test(kind))).toEqual(thoughts);
      }),
      { numRuns: 300 },
    );
  },
);

/** Arguments by their value: an object has no spelling of its own. */
function parsed(block: object): object {
  return { ...block, text: JSON.parse(("text" in block && String(block.text)) || "{}") as unknown };
}

function openAiStream(...deltas: readonly object[]): string {
  return deltas
    .map((delta) => `data: ${JSON.stringify({ id: "x", choices: [{ index: 0, delta }] })}\n\n`)
    .join("");
}

function toolDelta(index: number, fields: object): object {
  return { tool_calls: [{ index, ...fields }] };
}

const named = (id: string, name: string): object => ({
  id,
  type: "function",
  function: { name, arguments: "" },
});
const args = (text: string): object => ({ function: { arguments: text } });
const finished = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}\n\n';

function anthropicEvents(openAiText: string): readonly Record<string, unknown>[] {
  const events = readStream(createReader("openai"), openAiText);
  return streamOf("anthropic", events)
    .split("\n\n")
    .filter((event) => event !== "")
    .map(
      (event) => JSON.parse(event.replace(/^event: .*\ndata: /u, "")) as Record<string, unknown>,
    );
}

test("two tool calls whose pieces are mixed each get their own arguments, block after block", () => {
  const events = anthropicEvents(
    openAiStream(
      toolDelta(0, named("a", "first")),
      toolDelta(0, args('{"x":')),
      toolDelta(1, named("b", "second")),
      toolDelta(1, args('{"y":')),
      toolDelta(0, args("1}")),
      toolDelta(1, args("2}")),
    ) + finished,
  );
  const blocks = events.filter(({ type }) => String(type).startsWith("content_block"));
  expect(
    blocks.map(({ type, index, delta, content_block: block }) => [
      String(type).slice(14),
      index,
      (delta as { partial_json?: string } | undefined)?.partial_json ??
        (block as { name?: string } | undefined)?.name,
    ]),
  ).toEqual([
    ["start", 0, "first"],
    ["delta", 0, '{"x":'],
    ["delta", 0, "1}"],
    ["stop", 0, undefined],
    ["start", 1, "second"],
    ["delta", 1, '{"y":'],
    ["delta", 1, "2}"],
    ["stop", 1, undefined],
  ]);
  expect(events.at(-2)).toMatchObject({ delta: { stop_reason: "tool_use" } });
});

test("a call that follows a finished one is sent at once, not held until the end", () => {
  const writer = createWriter("anthropic", head, false);
  const reader = createReader("openai");
  const send = (delta: object): string =>
    readStream(reader, openAiStream(delta))
      .map((event) => writer.write(event))
      .join("");
  send(toolDelta(0, named("a", "first")));
  send(toolDelta(0, args('{"x":"}"}')));
  expect(send(toolDelta(1, named("b", "second")))).toContain('"name":"second"');
  expect(send(toolDelta(1, args('{"y"')))).toContain("partial_json");
});

test("thinking after text is a block of its own, never a delta inside the text", () => {
  const events = anthropicEvents(
    openAiStream({ content: "one" }, { reasoning_content: "hm" }, { content: "two" }) + finished,
  );
  const kinds = new Map<unknown, unknown>();
  for (const { type, index, content_block: block, delta } of events) {
    if (type === "content_block_start") {
      kinds.set(index, (block as { type: string }).type);
    } else if (type === "content_block_delta") {
      expect((delta as { type: string }).type).toBe(`${String(kinds.get(index))}_delta`);
    }
  }
  expect([...kinds.values()]).toEqual(["text", "thinking", "text"]);
});

function callDelta(index: number | undefined, id: string, json: string): object {
  const call = { id, function: { name: id, arguments: json } };
  return { tool_calls: [{ ...(index !== undefined && { index }), ...call }] };
}

test.each([
  ["every call has index 0", [0, 0]],
  ["calls have no index", [undefined, undefined]],
])("calls that are told apart by their ids only are kept apart: %s", (_, [first, second]) => {
  const text = openAiStream(callDelta(first, "a", '{"x":1}'), callDelta(second, "b", "{}"));
  expect(wholeOf(readStream(createReader("openai"), text)).blocks).toEqual([
    { kind: "toolCall", id: "a", name: "a", text: '{"x":1}' },
    { kind: "toolCall", id: "b", name: "b", text: "{}" },
  ]);
});

test("pieces of a call that have an id of their own, but no name, are one call", () => {
  const piece = { tool_calls: [{ index: 0, id: "b", function: { arguments: "1}" } }] };
  const text = openAiStream(callDelta(0, "a", '{"x":'), piece);
  expect(wholeOf(readStream(createReader("openai"), text)).blocks).toEqual([
    { kind: "toolCall", id: "a", name: "a", text: '{"x":1}' },
  ]);
});

test.each([
  ["tool_calls", {}, '"arguments":"{}"'],
  ["function_call", { hasOlderCalls: true }, '"function_call":{"arguments":"{}"}'],
])("a call without arguments has an empty object of them: %s", (_, form, expected) => {
  const block = { kind: "toolCall", id: "a", name: "now" } as const;
  const written = (reason: "toolCalls" | "length"): string => {
    const writer = createWriter("openai", { ...head, ...form }, false);
    return [
      writer.write({ kind: "blockStart", index: 0, block }),
      writer.write({ kind: "delta", index: 0, text: "" }),
      writer.write({ kind: "blockEnd", index: 0 }),
      writer.write({ kind: "finish", reason }),
    ].join("");
  };
  expect(written("toolCalls").split(expected)).toHaveLength(2);
  expect(written("length")).not.toContain('{}"');
});

test("the first chunk of an answer that becomes OpenAI's has the role", () => {
  const [first] = streamOf("openai", eventsOfBlocks({ blocks: [], finish: "stop" })).split("\n\n");
  expect(first).toContain('"delta":{"role":"assistant","content":""}');
});

test("a server that says stop after tool calls is understood to have called tools", () => {
  const text =
    openAiStream(toolDelta(0, { ...named("a", "x") }), toolDelta(0, args("{}"))) +
    'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n';
  expect(wholeOf(readStream(createReader("openai"), text)).finish).toBe("toolCalls");
});

test("what was cached is part of the input in one format, and beside it in the other", () => {
  const usage = { inputTokens: 10, cachedTokens: 4, cacheWriteTokens: 1, outputTokens: 2 };
  const events: AnswerEvent[] = [
    { kind: "usage", usage },
    { kind: "finish", reason: "stop" },
  ];
  for (const format of ["openai", "anthropic"] as const) {
    const body = JSON.stringify(wholeAnswer(format, head, events));
    expect(createReader(format).readWhole(body)).toContainEqual({ kind: "usage", usage });
  }
  expect(wholeAnswer("openai", head, events)).toMatchObject({
    usage: { prompt_tokens: 10, prompt_tokens_details: { cached_tokens: 4 } },
  });
  expect(wholeAnswer("anthropic", head, events)).toMatchObject({
    usage: { input_tokens: 5, cache_read_input_tokens: 4, cache_creation_input_tokens: 1 },
  });
});

test.each([
  ["stop", "stop", "end_turn"],
  ["stopSequence", "stop", "stop_sequence"],
  ["length", "length", "max_tokens"],
  ["toolCalls", "tool_calls", "tool_use"],
  ["refusal", "content_filter", "refusal"],
  ["pause", "length", "pause_turn"],
] as const)(
  "an answer that ended by %s says %s in one format and %s in the other",
  (reason, a, b) => {
    const events: AnswerEvent[] = [{ kind: "finish", reason, stopSequence: "END" }];
    expect(wholeAnswer("openai", head, events)).toMatchObject({ choices: [{ finish_reason: a }] });
    expect(wholeAnswer("anthropic", head, events)).toMatchObject({
      stop_reason: b,
      stop_sequence: "END",
    });
  },
);

test("a pause and an unknown end are not lost in the other format, whole or streamed", () => {
  const anthropic = JSON.stringify({ content: [], stop_reason: "went_home" });
  const openAi = JSON.stringify({ choices: [{ message: {}, finish_reason: "went_home" }] });
  const unknown = { kind: "finish", reason: "stop", native: "went_home" } as const;
  const pause = { kind: "finish", reason: "pause" } as const;
  expect(createReader("anthropic").readWhole(anthropic)).toContainEqual(unknown);
  expect(createReader("openai").readWhole(openAi)).toContainEqual(unknown);
  expect(wholeAnswer("anthropic", head, [unknown])).toMatchObject({
    stop_reason: "end_turn",
    native_finish_reason: "went_home",
  });
  for (const [finish, word] of [
    [unknown, "went_home"],
    [pause, "pause_turn"],
  ] as const) {
    const whole = wholeAnswer("openai", head, [finish]);
    expect(whole).toMatchObject({ choices: [{ native_finish_reason: word }] });
    expect(createWriter("openai", head, false).write(finish)).toContain(
      `"native_finish_reason":"${word}"`,
    );
  }
  const translated = JSON.stringify(wholeAnswer("openai", head, [pause]));
  expect(createReader("openai").readWhole(translated)).toContainEqual(pause);
});

test("what is no event of the format is passed over, and nothing is read from hostile names", () => {
  const reader = createReader("openai");
  const odd = ["1", "null", "[]", '"x"', '{"__proto__":{"choices":[{"delta":{"content":"x"}}]}}'];
  expect(odd.flatMap((data) => reader.read(data)).filter(({ kind }) => kind !== "start")).toEqual(
    [],
  );
  expect(odd.flatMap((data) => createReader("anthropic").read(data))).toEqual([]);
});

test.each(["openai", "anthropic"] as const)(
  "an event of %s that begins as JSON and is none is an error: a piece of the answer is lost",
  (format) => {
    expect(createReader(format).read('{"choices":[{')).toMatchObject([
      { kind: "error", error: { status: 502 } },
    ]);
  },
);

test("a text that goes on is read the same, whatever stands beside it", () => {
  const beside = [
    "",
    ',"role":"assistant"',
    ',"refusal":null,"tool_calls":null,"reasoning":null',
    ',"reasoning":""',
    ',"tool_calls":[]',
    ',"extra":{"x":1}',
  ];
  const reader = createReader("openai");
  const read = (text: string, more: string, tail = ""): unknown =>
    reader.read(`{"choices":[{"index":0,"delta":{"content":"${text}"${more}}${tail}}]}`);
  read("a", "");
  for (const more of beside) {
    expect(read("b", more)).toEqual([{ kind: "delta", index: 0, text: "b" }]);
  }
  expect(read("c", ',"reasoning":"why"')).toEqual([
    { kind: "blockEnd", index: 0 },
    { kind: "blockStart", index: 1, block: { kind: "thinking" } },
    { kind: "delta", index: 1, text: "why" },
    { kind: "blockEnd", index: 1 },
    { kind: "blockStart", index: 2, block: { kind: "text" } },
    { kind: "delta", index: 2, text: "c" },
  ]);
  expect(read("d", "", ',"finish_reason":"stop"')).toEqual([
    { kind: "delta", index: 2, text: "d" },
    { kind: "blockEnd", index: 2 },
    { kind: "finish", reason: "stop" },
  ]);
});
