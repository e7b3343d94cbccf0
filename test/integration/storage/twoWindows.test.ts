import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { beforeEach, expect, test } from "vitest";

import { Conversations } from "../../../src/chat/conversations.ts";
import { ConversationFiles } from "../../../src/extension/storage/conversationFiles.ts";
import type { StreamEvent } from "../../../src/hub/wire/chatTypes.ts";
import { systemClock } from "../../../src/shared/base/clock.ts";
import { messageText, visiblePath } from "../../../src/shared/conversation/transcript.ts";

let folder: string;
let say: (event: StreamEvent | "end") => void;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "ai-hub-"));
  return () => rm(folder, { recursive: true, force: true });
});

/** One window of the editor, with a model that says what the test has it say. */
function openWindow(): Conversations {
  return new Conversations({
    store: new ConversationFiles(folder),
    clock: systemClock,
    newId: () => crypto.randomUUID(),
    onStorageFailure: (error) => {
      throw error;
    },
    async *streamChat() {
      const queue: (StreamEvent | "end")[] = [];
      let wake: (() => void) | undefined;
      say = (event) => {
        queue.push(event);
        wake?.();
      };
      for (;;) {
        const event = queue.shift();
        if (event === "end") {
          return;
        }
        if (event) {
          yield event;
        } else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    },
  });
}

test("a second window shows the first one's question and answer while they come", async () => {
  const [one, other] = [openWindow(), openWindow()];
  const { conversation: here } = await one.open("c1");
  const { conversation: there } = await other.open("c1");
  here.session.send("Why?", [], "m");
  const texts = () => visiblePath(there.session.conversation).map(messageText);
  await expect.poll(() => texts()).toEqual(["Why?", ""]);
  say({ kind: "textDelta", text: "Because." });
  await expect.poll(() => texts()).toEqual(["Why?", "Because."]);
  say({ kind: "finished", reason: "stop" });
  say("end");
  await expect
    .poll(() => there.session.conversation.messages.at(-1))
    .toMatchObject({ state: "complete" });
  await Promise.all([one.close(), other.close()]);
});

test("a window that opens while another one's answer comes does not end that answer", async () => {
  const [one, other] = [openWindow(), openWindow()];
  const { conversation: here } = await one.open("c1");
  here.session.send("Why?", [], "m");
  say({ kind: "textDelta", text: "First. " });
  const probe = new ConversationFiles(folder);
  await expect
    .poll(async () => (await probe.load("c1")).conversation.messages.map(messageText))
    .toEqual(["Why?", "First. "]);
  const { conversation: there } = await other.open("c1");
  expect(there.session.conversation.messages.at(-1)).toMatchObject({ state: "incomplete" });
  say({ kind: "textDelta", text: "Second." });
  await expect
    .poll(() => there.session.conversation.messages.at(-1))
    .toMatchObject({
      state: "streaming",
      parts: [{ kind: "text", text: "First. Second." }],
    });
  expect(here.session.conversation.messages.at(-1)).toMatchObject({ state: "streaming" });
  await Promise.all([one.close(), other.close()]);
});

test("questions of two windows at once are both kept, each in its own branch", async () => {
  const [one, other] = [openWindow(), openWindow()];
  const { conversation: here } = await one.open("c1");
  const { conversation: there } = await other.open("c1");
  here.session.send("Mine", [], "m");
  there.session.send("Yours", [], "m");
  const users = (conversations: typeof here) =>
    conversations.session.conversation.messages
      .filter(({ role }) => role === "user")
      .map(messageText)
      .toSorted();
  await expect.poll(() => users(here)).toEqual(["Mine", "Yours"]);
  await expect.poll(() => users(there)).toEqual(["Mine", "Yours"]);
  expect(visiblePath(here.session.conversation).map(messageText)[0]).toBe("Mine");
  expect(visiblePath(there.session.conversation).map(messageText)[0]).toBe("Yours");
  await Promise.all([one.close(), other.close()]);
  const { conversation } = await new ConversationFiles(folder).load("c1");
  expect(conversation.messages).toHaveLength(4);
});

test("stopping and closing at once never costs what was there", async () => {
  for (let round = 1; round <= 20; round += 1) {
    const conversations = openWindow();
    const { conversation } = await conversations.open("c1");
    conversation.session.send(`Question ${round}`, [], "m");
    say({ kind: "textDelta", text: `Answer ${round}` });
    conversation.session.stop();
    await conversations.close();
    const stored = await new ConversationFiles(folder).load("c1");
    const questions = stored.conversation.messages.filter(({ role }) => role === "user");
    expect(questions.map(messageText)).toEqual(
      Array.from({ length: round }, (_, index) => `Question ${index + 1}`),
    );
  }
});
