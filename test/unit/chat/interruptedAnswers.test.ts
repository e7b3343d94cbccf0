import { expect, test } from "vitest";

import { foreignEvents, withoutInterrupted } from "../../../src/chat/interruptedAnswers.ts";
import type { Conversation } from "../../../src/shared/conversation/conversation.ts";
import { answer, userMessage } from "../../support/fakeHost/builders.ts";

const call = {
  kind: "toolCall",
  callId: "c1",
  step: 1,
  name: "set_stock",
  arguments: '{"approved":true}',
} as const;

const open: Conversation = {
  title: "Open",
  messages: [
    userMessage("u1", "Hi"),
    answer("a1", "", {
      parentId: "u1",
      state: "streaming",
      parts: [
        { ...call, state: "waiting" },
        { ...call, callId: "c2", state: "running" },
        { ...call, callId: "c3", state: "done" },
      ],
    }),
  ],
  leafId: "a1",
};

test("whatever a file says, no tool call of it waits for approval or runs", () => {
  expect(withoutInterrupted(open).messages.at(-1)).toMatchObject({
    state: "incomplete",
    parts: [{ state: "refused" }, { state: "unknown" }, { state: "done" }],
  });
});

test("another window's end of an answer that runs here changes nothing", () => {
  const end = { kind: "answerEnded", messageId: "a1", state: "incomplete" } as const;
  expect(foreignEvents(open, { events: [end], attachments: [] }, new Set(["a1"]))).toEqual([]);
});

test("another window's question does not take this one's answer from the reader", () => {
  const question = {
    kind: "userMessageAdded",
    message: userMessage("u2", "Other", { parentId: "a1" }),
  } as const;
  expect(foreignEvents(open, { events: [question], attachments: [] }, new Set(["a1"]))).toEqual([
    question,
    { kind: "branchSelected", leafId: "a1" },
  ]);
});
