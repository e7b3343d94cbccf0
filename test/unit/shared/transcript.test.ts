import { expect, test } from "vitest";

import type {
  AssistantMessage,
  ChatEvent,
  UserMessage,
} from "../../../src/shared/conversation/conversation.ts";
import {
  emptyConversation,
  newestLeafBelow,
  reduce,
  siblingsOf,
  messageText,
  visiblePath,
} from "../../../src/shared/conversation/transcript.ts";

const question = (id: string, parentId: string | null = null): ChatEvent => ({
  kind: "userMessageAdded",
  message: { role: "user", id, parentId, createdAt: 1, text: `question ${id}`, attachments: [] },
});

const answer = (id: string, parentId: string): ChatEvent => ({
  kind: "answerStarted",
  message: {
    role: "assistant",
    id,
    parentId,
    createdAt: 2,
    model: "m",
    parts: [],
    state: "streaming",
    notices: [],
  },
});

const delta = (
  messageId: string,
  text: string,
  part: "text" | "reasoning" = "text",
): ChatEvent => ({
  kind: "partDelta",
  messageId,
  part,
  text,
});

const after = (...events: ChatEvent[]) => events.reduce(reduce, emptyConversation);

test("deltas of one kind grow one part, another kind begins a new one", () => {
  const conversation = after(
    question("u1"),
    answer("a1", "u1"),
    delta("a1", "hm", "reasoning"),
    delta("a1", "m", "reasoning"),
    delta("a1", "Hel"),
    delta("a1", "lo"),
  );
  expect(conversation.messages.at(-1)).toMatchObject({
    parts: [
      { kind: "reasoning", text: "hmm" },
      { kind: "text", text: "Hello" },
    ],
  });
});

test("a failed answer keeps its text, and going on with it takes the failure away", () => {
  const failed = after(question("u1"), answer("a1", "u1"), delta("a1", "Half"), {
    kind: "answerEnded",
    messageId: "a1",
    state: "incomplete",
    failure: { kind: "truncated" },
  });
  const resumed = [
    { kind: "answerResumed", messageId: "a1", model: "m2" } as const,
    delta("a1", " done"),
    { kind: "answerEnded", messageId: "a1", state: "complete", finishReason: "stop" } as const,
  ].reduce(reduce, failed);
  const message = resumed.messages[1] as AssistantMessage;
  expect(message.failure).toBeUndefined();
  expect(message).toMatchObject({ state: "complete", model: "m2" });
  expect(messageText(message)).toBe("Half done");
});

test("text that data-loss prevention took back is gone from the answer", () => {
  const conversation = after(question("u1"), answer("a1", "u1"), delta("a1", "secret"), {
    kind: "answerEnded",
    messageId: "a1",
    state: "failed",
    failure: { kind: "dlp_response" },
  });
  expect(messageText(conversation.messages[1] as AssistantMessage)).toBe("");
});

test("a second answer and an edited question are branches; the path follows the chosen leaf", () => {
  const conversation = after(
    question("u1"),
    answer("a1", "u1"),
    question("u2", "a1"),
    answer("a2", "u2"),
    answer("b1", "u1"),
  );
  const ids = (leafId: string) =>
    visiblePath(reduce(conversation, { kind: "branchSelected", leafId })).map(({ id }) => id);
  expect(visiblePath(conversation).map(({ id }) => id)).toEqual(["u1", "b1"]);
  expect(newestLeafBelow(conversation, "a1")).toBe("a2");
  expect(ids("a2")).toEqual(["u1", "a1", "u2", "a2"]);
  const first = conversation.messages[1] as AssistantMessage;
  expect(siblingsOf(conversation, first).map(({ id }) => id)).toEqual(["a1", "b1"]);
});

test("events about unknown messages, repeated messages and cycles change nothing and end", () => {
  const conversation = after(question("u1"), answer("a1", "u1"));
  expect(reduce(conversation, delta("nobody", "x"))).toBe(conversation);
  expect(reduce(conversation, question("u1"))).toBe(conversation);
  const cyclic = after(question("x", "y"), question("y", "x"));
  expect(visiblePath(cyclic).length).toBeLessThanOrEqual(3);
  expect((conversation.messages[0] as UserMessage).text).toBe("question u1");
});
