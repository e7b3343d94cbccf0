import { beforeEach, expect, test } from "vitest";

import type { ChatSession } from "../../../src/chat/chatSession.ts";
import type { ConversationDraft } from "../../../src/chat/conversationDraft.ts";
import type { MessageQueue } from "../../../src/chat/messageQueue.ts";
import { HubError } from "../../../src/hub/errors/hubError.ts";
import { pathOf, pictureOf, SessionLab } from "../../support/sessionLab.ts";

let lab: SessionLab;
let session: ChatSession;
let draft: ConversationDraft;
let queue: MessageQueue;

beforeEach(async () => {
  lab = new SessionLab();
  ({ session, draft, queue } = await lab.open());
});

const texts = (): readonly string[] => queue.messages.map(({ text }) => text);

/** A question under way, and these in the queue. */
function ask(...waiting: readonly string[]): void {
  session.send("Q", [], "m");
  for (const text of waiting) {
    queue.add(text, [], "m");
  }
}

test("messages wait while an answer runs and go out one by one, each after a complete answer", async () => {
  ask("one", "two");
  expect({ texts: texts(), asked: lab.asked, pause: queue.pause }).toEqual({
    texts: ["one", "two"],
    asked: ["m: Q"],
    pause: undefined,
  });
  await lab.call(0).answer("A");
  expect({ texts: texts(), asked: lab.asked }).toEqual({
    texts: ["two"],
    asked: ["m: Q", "m: one"],
  });
  await lab.call(1).answer("A1");
  await lab.call(2).answer("A2");
  expect(texts()).toEqual([]);
  expect(pathOf(session)).toEqual(["Q", "A", "one", "A1", "two", "A2"]);
});

test("where nothing is waited for, a message is sent at once", () => {
  expect(queue.add("one", [], "m")).toEqual({ ok: true });
  expect({ asked: lab.asked, texts: texts() }).toEqual({ asked: ["m: one"], texts: [] });
});

test("a message keeps its model and what goes along with it", async () => {
  session.send("Q", [], "m");
  queue.add("look", [pictureOf("p1")], "other");
  await lab.call(0).answer("A");
  expect(lab.call(1).request).toMatchObject({
    model: "other",
    messages: [
      { role: "system" },
      {},
      {},
      {
        role: "user",
        content: [
          { type: "image", base64: "aWk=" },
          { type: "text", text: "look" },
        ],
      },
    ],
  });
});

test("waiting messages can be changed, moved and removed", () => {
  ask("one", "two", "three");
  const [one, , three] = queue.messages;
  queue.edit(one?.id ?? "", "first");
  queue.move(three?.id ?? "", 0);
  expect(texts()).toEqual(["three", "first", "two"]);
  queue.move(three?.id ?? "", 99);
  queue.remove(one?.id ?? "");
  queue.move("nobody", 0);
  expect(texts()).toEqual(["two", "three"]);
});

test("sending one now stops the answer, keeps its text, and the others go on after it", async () => {
  ask("one", "two");
  await lab.call(0).say({ kind: "textDelta", text: "half" });
  expect(queue.sendNow(queue.messages[1]?.id ?? "")).toEqual({ ok: true });
  expect({ asked: lab.asked, texts: texts(), path: pathOf(session) }).toEqual({
    asked: ["m: Q", "m: two"],
    texts: ["one"],
    path: ["Q", "half", "two", ""],
  });
  await lab.call(1).answer("A");
  expect(lab.asked.at(-1)).toBe("m: one");
});

test.each([
  ["a failure", "failed", async () => lab.call(0).say(new HubError({ kind: "overloaded" }))],
  [
    "an answer cut at its limit",
    "failed",
    async () => lab.call(0).say({ kind: "finished", reason: "length" }, "end"),
  ],
  ["a stop", "stopped", () => Promise.resolve(session.stop())],
] as const)("%s pauses the queue until the person goes on", async (_name, pause, end) => {
  ask("one", "two");
  await end();
  expect({ pause: queue.pause, texts: texts() }).toEqual({ pause, texts: ["one", "two"] });
  expect(queue.resume()).toEqual({ ok: true });
  expect({ pause: queue.pause, texts: texts() }).toEqual({ pause: undefined, texts: ["two"] });
  await lab.call(1).answer("A");
  expect(texts()).toEqual([]);
});

test("a message sent by hand while the queue is paused leaves it paused", async () => {
  ask("one");
  session.stop();
  session.send("by hand", [], "m");
  await lab.call(1).answer("A");
  expect({ pause: queue.pause, texts: texts() }).toEqual({ pause: "stopped", texts: ["one"] });
});

test("the queue survives a restart, and then nothing is sent by itself", async () => {
  session.send("Q", [], "m");
  queue.add("one", [pictureOf("p1")], "m");
  draft.setText("typed", 1);
  await draft.flush();
  const again = await lab.open();
  expect(again.queue.messages).toEqual(queue.messages);
  expect({ pause: again.queue.pause, asked: lab.asked, text: again.draft.text }).toEqual({
    pause: "restored",
    asked: ["m: Q"],
    text: "typed",
  });
});

test("sending the draft does not touch what waits, and an empty queue leaves no trace", async () => {
  ask("one");
  draft.setText("typed", 1);
  draft.clear(1);
  expect(texts()).toEqual(["one"]);
  queue.remove(queue.messages[0]?.id ?? "");
  await draft.flush();
  expect(lab.store.drafts.get("c1")).toEqual({ text: "", version: 1, attachments: [] });
});

test("what is empty, unknown or too much is refused", () => {
  ask("one");
  expect(queue.add("  ", [], "m")).toEqual({ ok: false, reason: "empty" });
  expect(queue.sendNow("nobody")).toEqual({ ok: false, reason: "notFound" });
  for (let count = 1; count < 50; count += 1) {
    queue.add(`${count}`, [], "m");
  }
  expect(queue.add("one more", [], "m")).toEqual({ ok: false, reason: "tooLarge" });
});

test("a comparison that is not decided holds the queue back", async () => {
  session.send("Q", [], "a", "b");
  queue.add("one", [], "m");
  await lab.call(0).answer("A");
  await lab.call(1).answer("B");
  expect({ pause: queue.pause, texts: texts() }).toEqual({ pause: "undecided", texts: ["one"] });
});
