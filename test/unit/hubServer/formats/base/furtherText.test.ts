import { expect, test } from "vitest";

import type { AnswerEvent } from "../../../../../src/hubServer/formats/base/answerEvent.ts";
import { createReader } from "../../../../../src/hubServer/formats/chatFormat.ts";

const texts = [" word", "\n\t", 'a "quote"', "\\", "ção 😀", '","delta":{"content":"x', "}", " "];

test.each(["openai", "anthropic"] as const)(
  "the texts of a %s stream are read the same from events alike and from events that differ",
  (format) => {
    const alike = texts.map((text) => eventOf(format, text, "same"));
    const different = texts.map((text, index) => eventOf(format, text, `differs ${index}`));
    expect(textOf(format, alike)).toBe(texts.join(""));
    expect(textOf(format, different)).toBe(texts.join(""));
  },
);

test.each([
  [
    "a text twice in one event",
    '{"choices":[{"delta":{"content":"a"}},{"delta":{"content":"b"}}]}',
  ],
  ["a usage", '{"choices":[{"delta":{"content":"a"}}],"usage":{"completion_tokens":3}}'],
  ["an end", '{"choices":[{"delta":{"content":"a"},"finish_reason":"stop"}]}'],
  ["a raw line break in the text", '{"choices":[{"delta":{"content":"a\n"}}]}'],
  ["a number as its text", '{"choices":[{"delta":{"content":1}}]}'],
  ["more behind its text", '{"choices":[{"delta":{"content":"a","refusal":"no"}}]}'],
  ["an error", '{"error":{"message":"no"},"choices":[{"delta":{"content":"a"}}]}'],
])("an event with %s is read whole, whatever came before", (_, event) => {
  const before = Array.from({ length: 3 }, () => '{"choices":[{"delta":{"content":"x"}}]}');
  const reader = createReader("openai");
  const other = createReader("openai");
  before.forEach((data) => reader.read(data));
  other.read('{"choices":[{"delta":{"content":"x"}}]}');
  expect(reader.read(event)).toEqual(other.read(event));
});

test("a text that belongs to a block that has ended is not counted to it", () => {
  const reader = createReader("anthropic");
  const begin = {
    type: "content_block_start",
    index: 0,
    content_block: { type: "text", text: "" },
  };
  const events = [
    JSON.stringify(begin),
    eventOf("anthropic", "a", ""),
    eventOf("anthropic", "b", ""),
    JSON.stringify({ type: "content_block_stop", index: 0 }),
    eventOf("anthropic", "c", ""),
  ].flatMap((data) => reader.read(data));
  expect(events.flatMap((event) => (event.kind === "delta" ? [event.text] : []))).toEqual([
    "a",
    "b",
  ]);
});

function eventOf(format: "openai" | "anthropic", text: string, id: string): string {
  return JSON.stringify(
    format === "openai"
      ? { id, choices: [{ index: 0, delta: { content: text }, finish_reason: null }], usage: null }
      : { type: "content_block_delta", index: 0, delta: { type: "text_delta", text }, id },
  );
}

function textOf(format: "openai" | "anthropic", events: readonly string[]): string {
  const begin = {
    type: "content_block_start",
    index: 0,
    content_block: { type: "text", text: "" },
  };
  const reader = createReader(format);
  const read: readonly AnswerEvent[] = [JSON.stringify(begin), ...events].flatMap((data) =>
    reader.read(data),
  );
  return read.map((event) => (event.kind === "delta" ? event.text : "")).join("");
}
