import { expect, test } from "vitest";

import { createReader, createWriter } from "../../../../src/hubServer/formats/chatFormat.ts";
import { head, readStream, streamOf, wholeOf } from "./blocks.ts";

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

test("a server that says stop after tool calls is understood to have called tools", () => {
  const text =
    openAiStream(toolDelta(0, { ...named("a", "x") }), toolDelta(0, args("{}"))) +
    'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n';
  expect(wholeOf(readStream(createReader("openai"), text)).finish).toBe("toolCalls");
});
