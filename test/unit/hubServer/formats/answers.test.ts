import * as fc from "fast-check";
import { expect, test } from "vitest";

import type { AnswerEvent } from "../../../../src/hubServer/formats/base/answerEvent.ts";
import {
  type ChatFormat,
  createReader,
  createWriter,
  wholeAnswer,
} from "../../../../src/hubServer/formats/chatFormat.ts";
import { anyAnswer, eventsOfBlocks, head, readStream, streamOf, wholeOf } from "./blocks.ts";

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

test("the first chunk of an answer that becomes OpenAI's has the role", () => {
  const [first] = streamOf("openai", eventsOfBlocks({ blocks: [], finish: "stop" })).split("\n\n");
  expect(first).toContain('"delta":{"role":"assistant","content":""}');
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
  ["pause", "pause_turn", "pause_turn"],
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
    stop_reason: "went_home",
    native_finish_reason: "went_home",
  });
  for (const [finish, word] of [
    [unknown, "went_home"],
    [pause, "pause_turn"],
  ] as const) {
    const whole = wholeAnswer("openai", head, [finish]);
    expect(whole).toMatchObject({ choices: [{ finish_reason: word, native_finish_reason: word }] });
    expect(createWriter("openai", head, false).write(finish)).toContain(
      `"finish_reason":"${word}","native_finish_reason":"${word}"`,
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

/** The names of fields that are null, at any depth. */
function nullFields(value: unknown): readonly string[] {
  const found = new Set<string>();
  JSON.stringify(value, (key, inner: unknown) => {
    if (inner === null) {
      found.add(key);
    }
    // What a model gives to a tool is its own.
    return key === "input" ? undefined : inner;
  });
  return [...found].toSorted();
}

test("no answer has null where the vendor's server leaves the field out", () => {
  // As both servers send them: AI SDK 6 fails at `citations: null`.
  const vendors = {
    openai: ["content", "finish_reason", "logprobs", "refusal"],
    anthropic: ["category", "explanation", "stop_details", "stop_reason", "stop_sequence"],
  };
  fc.assert(
    fc.property(anyAnswer, fc.constantFrom("openai", "anthropic"), (answer, format) => {
      const events = eventsOfBlocks(answer);
      const stream = streamOf(format, events)
        .split("\n")
        .filter((line) => line.startsWith("data: {"))
        .map((line): unknown => JSON.parse(line.slice(6)));
      const names = nullFields([wholeAnswer(format, head, events), ...stream]);
      expect(names.filter((name) => !vendors[format].includes(name))).toEqual([]);
    }),
    { numRuns: 200 },
  );
});
