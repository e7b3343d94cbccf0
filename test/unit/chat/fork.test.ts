import { beforeEach, expect, test } from "vitest";

import { Conversations } from "../../../src/chat/conversations.ts";
import { createAttachment } from "../../../src/context/attachment.ts";
import {
  emptyConversation,
  reduce,
  messageText,
  visiblePath,
} from "../../../src/shared/conversation/transcript.ts";
import { answersOf, SessionLab } from "../../support/sessionLab.ts";

let lab: SessionLab;
let conversations: Conversations;

beforeEach(() => {
  lab = new SessionLab();
  const { store, clock, newId } = lab;
  conversations = new Conversations({
    store,
    clock,
    newId,
    streamChat: () => lab.call(0).stream(),
    onStorageFailure: (error) => lab.failures.push(error),
  });
});

const file = createAttachment(
  "f1",
  { kind: "file", path: "a.ts", languageId: "typescript" },
  "let a;",
);

test("a fork is a conversation of its own: the path to the message, with what went along", async () => {
  const { session } = await lab.open();
  session.send("Q1", [file], "m");
  await lab.call(0).answer("A1");
  session.send("Q2", [], "m");
  await lab.call(1).answer("A2");
  const [first] = answersOf(session);
  const id = (await conversations.fork(session, first?.id ?? "", "Title (fork)")) ?? "";
  const { conversation, hold } = await conversations.open(id);
  expect({
    title: conversation.session.conversation.title,
    path: visiblePath(conversation.session.conversation).map(messageText),
    file: conversation.session.attachment("f1")?.content,
  }).toEqual({ title: "Title (fork)", path: ["Q1", "A1"], file: "let a;" });
  hold.dispose();
  expect(visiblePath(session.conversation).map(messageText)).toEqual(["Q1", "A1", "Q2", "A2"]);
});

test("a fork at a question begins with it, and of other branches nothing goes along", async () => {
  const { session } = await lab.open();
  session.send("Q1", [], "m");
  await lab.call(0).answer("A1");
  const [question] = session.conversation.messages;
  session.editMessage(question?.id ?? "", "Q1 changed", "m");
  await lab.call(1).answer("A2");
  const id = (await conversations.fork(session, question?.id ?? "", "T")) ?? "";
  const events = lab.store.events.get(id) ?? [];
  const forked = events.reduce(reduce, emptyConversation);
  expect(forked.messages.map(messageText)).toEqual(["Q1"]);
});

test("a compared answer is an answer like any other in the fork", async () => {
  const { session } = await lab.open();
  session.send("Q", [], "a", "b");
  await lab.call(0).answer("A");
  await lab.call(1).answer("B");
  const [first] = answersOf(session);
  const id = (await conversations.fork(session, first?.id ?? "", "T")) ?? "";
  const forked = (lab.store.events.get(id) ?? []).reduce(reduce, emptyConversation);
  expect(forked.messages).toHaveLength(2);
  expect(forked.messages[1]).not.toHaveProperty("comparisonId");
});

test("turns that are left out of what is sent are left out in the fork, too", async () => {
  const { session } = await lab.open();
  session.send("Q1", [], "m");
  await lab.call(0).answer("A1");
  session.send("Q2", [], "m");
  await lab.call(1).answer("A2");
  const second = session.conversation.messages[2]?.id ?? "";
  session.startContextAt(second);
  const id = (await conversations.fork(session, session.conversation.leafId ?? "", "T")) ?? "";
  const forked = (lab.store.events.get(id) ?? []).reduce(reduce, emptyConversation);
  expect(forked.contextStartId).toBe(second);
});

test("what is not there, or not finished, cannot be forked; a full disk is told", async () => {
  const { session } = await lab.open();
  session.send("Q", [], "m");
  await lab.call(0).say({ kind: "textDelta", text: "half" });
  const answer = answersOf(session)[0]?.id ?? "";
  expect(await conversations.fork(session, "nobody", "T")).toBeUndefined();
  expect(await conversations.fork(session, answer, "T")).toBeUndefined();
  session.stop();
  lab.store.isFull = true;
  await expect(conversations.fork(session, answer, "T")).rejects.toThrow("No space left");
});
