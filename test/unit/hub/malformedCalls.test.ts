import { describe, expect, test } from "vitest";

import { delta, done, encode, event, finish, read, tool } from "../../support/answerText.ts";
import {
  blockStop,
  callStart,
  inputDelta,
  messageEnd,
  messageStart,
} from "../../support/messageText.ts";

const good = '{"path": "b.txt"}';

/** What models wrote in place of one JSON object. */
const malformed: readonly string[] = [
  '{"path": "a.tx',
  '{"path": "a.txt",}',
  "null",
  "[]",
  '"a.txt"',
  "path=a.txt",
  '{"path": NaN}',
  '{"path": "a.txt"}{"path": "b.txt"}',
  "{",
  "}",
  "[",
  "{]",
  "{}}",
  "{{}}",
  "true",
  "false",
  "0",
  "-1.5",
  "undefined",
  "None",
  "{'path': 'a.txt'}",
  '{path: "a.txt"}',
  '{"path" "a.txt"}',
  '{"path": "a.txt" "b": 1}',
  '{"path": "a\u0000.txt"}',
  '{"path": "a\n.txt"}',
  '{"path": a.txt}',
  '```json\n{"path": "a.txt"}\n```',
  "<path>a.txt</path>",
  '{"path": "a.txt"} // done',
  "…",
  "\\",
  '{"path": "\\x41"}',
  '{"path": "\\u12"}',
  '{"path": .5}',
  '{"path": 01}',
  '{"path": Infinity}',
  '[{"path": "a.txt"}]',
  '"{\\"path\\": \\"a.txt\\"}"',
  '{"path": "a.txt"};',
  "{\"path\": 'a.txt'}",
  '{"path": True}',
  '{,"path": "a.txt"}',
  "{...}",
  `${'{"a":'.repeat(201)}1${"}".repeat(201)}`,
];

type Form = (json: string) => string;

const wholeMessage = (input: unknown): string =>
  JSON.stringify({
    type: "message",
    role: "assistant",
    model: "m1",
    content: [
      { type: "tool_use", id: "a", name: "look", input },
      { type: "tool_use", id: "b", name: "look", input: { path: "b.txt" } },
    ],
    stop_reason: "tool_use",
  });

const wholeCalls = (json: string): object[] => [
  { id: "a", type: "function", function: { name: "look", arguments: json } },
  { id: "b", type: "function", function: { name: "look", arguments: good } },
];

const forms: Readonly<Record<string, Form>> = {
  "OpenAI stream": (json) =>
    tool({ index: 0, id: "a", function: { name: "look", arguments: "" } }) +
    Array.from(json)
      .map((unit) => tool({ index: 0, function: { arguments: unit } }))
      .join("") +
    tool({ index: 1, id: "b", function: { name: "look", arguments: good } }) +
    finish("tool_calls") +
    done,
  "OpenAI stream with whole calls": (json) =>
    delta({ tool_calls: wholeCalls(json).map((call, index) => ({ ...call, index })) }) +
    finish("tool_calls") +
    done,
  "OpenAI completion": (json) =>
    JSON.stringify({
      object: "chat.completion",
      choices: [{ message: { tool_calls: wholeCalls(json) }, finish_reason: "tool_calls" }],
    }),
  "Anthropic stream": (json) =>
    messageStart +
    callStart(0) +
    Array.from(json)
      .map((unit) => inputDelta(0, unit))
      .join("") +
    blockStop(0) +
    callStart(1) +
    inputDelta(1, good) +
    blockStop(1) +
    messageEnd("tool_use"),
  "Anthropic message, as our hub translates it": (json) => wholeMessage({ raw_arguments: json }),
};

function callsOf(pieces: readonly Uint8Array[]): readonly unknown[] {
  const { events, problem } = read(pieces);
  expect(problem).toBeUndefined();
  return events.flatMap((one) => (one.kind === "toolCall" ? one.call : []));
}

describe("arguments that are no JSON object are the model's mistake", () => {
  test.each(Object.entries(forms))("in an %s: the calls beside them are whole", (_name, form) => {
    expect(malformed.length).toBeGreaterThanOrEqual(40);
    for (const json of malformed) {
      expect(callsOf([encode(form(json))])).toMatchObject([
        { name: "look", arguments: {}, unreadable: json },
        { name: "look", arguments: { path: "b.txt" } },
      ]);
    }
  });

  test.each(Object.entries(forms))("in an %s that is cut at every byte", (_name, form) => {
    for (const json of malformed.slice(0, 2)) {
      const bytes = encode(form(json));
      const whole = callsOf([bytes]);
      for (let at = 1; at < bytes.length; at += 1) {
        expect(callsOf([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(whole);
      }
    }
  });

  test.each(Object.entries(forms))("in an %s that breaks off nothing is called", (_name, form) => {
    const bytes = encode(form('{"path": "a.tx'));
    const end = Math.floor(bytes.length * 0.7);
    const { events, problem } = read([bytes.subarray(0, end)]);
    expect(problem).toBe("truncated");
    expect(events.filter(({ kind }) => kind === "toolCall")).toEqual([]);
  });

  test.each([null, [], 5, true, "a.txt"])("a whole message whose input is %j", (input) => {
    expect(callsOf([encode(wholeMessage(input))])).toMatchObject([
      { arguments: {}, unreadable: typeof input === "string" ? input : JSON.stringify(input) },
      { arguments: { path: "b.txt" } },
    ]);
  });

  test("an input that a stream begins as a list, as some languages write an empty object, is none", () => {
    const block = { type: "tool_use", id: "a", name: "look", input: [] };
    const start = event({ type: "content_block_start", index: 0, content_block: block });
    const body = messageStart + start + inputDelta(0, good) + blockStop(0) + messageEnd("tool_use");
    expect(callsOf([encode(body)])).toEqual([
      { id: "a", name: "look", arguments: { path: "b.txt" } },
    ]);
  });
});
