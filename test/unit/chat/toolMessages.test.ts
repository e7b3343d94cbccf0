import { expect, test } from "vitest";

import { OpenCalls } from "../../../src/chat/openCalls.ts";
import { answerMessages } from "../../../src/chat/toolMessages.ts";
import type { ToolCallPart } from "../../../src/shared/conversation/conversation.ts";

const part = (change: Partial<ToolCallPart>): ToolCallPart => ({
  kind: "toolCall",
  callId: "c1",
  step: 1,
  name: "look",
  arguments: '{"a":1}',
  state: "done",
  result: "five",
  ...change,
});

const call = (id: string, input = {}): object => ({ id, name: "look", arguments: input });

test("an answer of the past is told with the calls of each step and what they were told", () => {
  const parts = [
    { kind: "reasoning", text: "Hm." } as const,
    { kind: "text", text: "Let me see." } as const,
    part({ callId: "c1" }),
    part({ callId: "c2", state: "refused", result: "No." }),
    part({ callId: "c3", step: 2, arguments: "{}" }),
    { kind: "text", text: "It is 5." } as const,
  ];
  expect(answerMessages({ parts })).toEqual([
    {
      role: "assistant",
      content: "Let me see.",
      toolCalls: [call("c1", { a: 1 }), call("c2", { a: 1 })],
    },
    { role: "tool", callId: "c1", content: "five" },
    { role: "tool", callId: "c2", content: "No.", isError: true },
    { role: "assistant", content: "", toolCalls: [call("c3")] },
    { role: "tool", callId: "c3", content: "five" },
    { role: "assistant", content: "It is 5." },
  ]);
});

test("an answer of nothing but reasoning is left out", () => {
  expect(answerMessages({ parts: [{ kind: "reasoning", text: "Hm." }] })).toEqual([]);
});

test.each([
  ["waiting", /^Not done/u],
  ["running", /Whether it took effect is not known/u],
] as const)(
  "a call that was %s when everything stopped says what is known of it",
  (state, says) => {
    const { result: _result, ...rest } = part({ state });
    expect(answerMessages({ parts: [rest] })[1]).toMatchObject({
      role: "tool",
      isError: true,
      content: expect.stringMatching(says) as string,
    });
  },
);

test("a name that no format takes and arguments that are none are told in a form that all take", () => {
  const parts = [part({ name: "a b\u202E/…", arguments: '{"a":' })];
  expect(answerMessages({ parts })[0]).toMatchObject({
    toolCalls: [{ id: "c1", name: "a_b___", arguments: {} }],
  });
});

test("calls that are open when the answer is stopped are closed: what was on its way is unknown", () => {
  const open = new OpenCalls();
  const start = (callId: string, isWrite: boolean): void =>
    open.hear({
      kind: "toolCallStarted",
      isWrite,
      part: part({ callId, state: isWrite ? "waiting" : "running" }),
    });
  start("read", false);
  start("waiting", true);
  start("sent", true);
  start("ended", true);
  open.hear({ kind: "toolCallMoved", callId: "sent", state: "running" });
  open.hear({ kind: "toolCallMoved", callId: "ended", state: "done", result: "ok" });
  expect(open.settle().map(({ callId, state }) => [callId, state])).toEqual([
    ["read", "refused"],
    ["waiting", "refused"],
    ["sent", "unknown"],
  ]);
  expect(open.settle()).toEqual([]);
});
