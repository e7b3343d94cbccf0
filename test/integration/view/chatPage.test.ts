import { beforeEach, expect, test } from "vitest";

import { createAttachment } from "../../../src/context/attachment.ts";
import { HubError } from "../../../src/hub/errors/hubError.ts";
import type { ChatEvent } from "../../../src/shared/conversation/conversation.ts";
import { settle } from "../../support/sessionLab.ts";
import { PageLab } from "./pageLab.ts";
import { ready } from "./pageServices.ts";

let lab: PageLab;

beforeEach(() => {
  lab = new PageLab();
});

test("a page attaches, sends, and sees the answer grow to the same text as the host has", async () => {
  const page = lab.page();
  const { conversationId } = await page.attach();
  expect(await page.calls.sendMessage({ conversationId, text: "Hi", draftVersion: 1 })).toEqual({
    ok: true,
  });
  await settle();
  lab.say({ kind: "textDelta", text: "Hel" });
  await settle();
  lab.say({ kind: "textDelta", text: "lo" });
  await settle();
  lab.clock.advance(50);
  lab.say({ kind: "finished", reason: "stop" });
  lab.say("end");
  await settle();
  expect(page.texts).toEqual(["Hi", "Hello"]);
  expect(page.states.at(0)).toBe("running");
  expect(page.states.at(-1)).toBe("idle");
});

test("a page that was hidden while the answer came has all of it when it is back", async () => {
  const first = lab.page();
  const { conversationId } = await first.attach();
  await first.calls.sendMessage({ conversationId, text: "Hi", draftVersion: 1 });
  await settle();
  lab.say({ kind: "textDelta", text: "One " });
  await settle();
  first.page.dispose();
  lab.say({ kind: "textDelta", text: "two " });
  await settle();
  lab.clock.advance(50);
  const second = lab.page();
  await second.attach();
  lab.say({ kind: "textDelta", text: "three" });
  await settle();
  lab.clock.advance(50);
  await settle();
  expect(second.texts).toEqual(["Hi", "One two three"]);
});

test("what a page that was thrown away never answered takes nothing from the one that is back", async () => {
  const page = lab.page();
  const { conversationId } = await page.attach();
  await page.calls.sendMessage({ conversationId, text: "Hi", draftVersion: 1 });
  await settle();
  page.vanish();
  lab.say({ kind: "textDelta", text: "One " });
  await settle();
  page.page.detach();
  page.comeBack();
  await page.attach();
  lab.clock.advance(60_000);
  await settle();
  lab.say({ kind: "textDelta", text: "two" });
  await settle();
  expect(page.texts).toEqual(["Hi", "One two"]);
});

test("two pages of one conversation show the same", async () => {
  const pages = [lab.page(), lab.page()];
  const snapshots = await Promise.all(pages.map((page) => page.attach()));
  const conversationId = snapshots[0]?.conversationId ?? "";
  await pages[0]?.calls.sendMessage({ conversationId, text: "Hi", draftVersion: 1 });
  await settle();
  lab.say({ kind: "textDelta", text: "Hello" });
  await settle();
  expect(pages.map(({ texts }) => texts)).toEqual([
    ["Hi", "Hello"],
    ["Hi", "Hello"],
  ]);
});

test("the draft comes back; it is cleared when the message was accepted and kept when it was not", async () => {
  const page = lab.page();
  const { conversationId } = await page.attach();
  await page.calls.saveDraft({ conversationId, text: "Precious words", draftVersion: 1 });
  lab.connection = { state: "needsBaseUrl" };
  expect(
    await page.calls.sendMessage({ conversationId, text: "Precious words", draftVersion: 1 }),
  ).toEqual({ ok: false, reason: "notConnected" });
  expect((await page.attach()).draft).toBe("Precious words");
  lab.connection = ready;
  await page.calls.sendMessage({ conversationId, text: "Precious words", draftVersion: 2 });
  expect(await page.attach()).toMatchObject({ draft: "", draftVersion: 2 });
});

test("a model that a prompt asks for is shown, gets this message and not the next", async () => {
  const { draft, session } = await lab.view.conversation();
  const page = lab.page();
  const { conversationId } = await page.attach();
  draft.setText("Words", 1);
  draft.setModel("large");
  const { view: shown } = await page.attach();
  expect(shown).toMatchObject({
    selectedModel: "large",
    selectedModelName: "Large",
    ownModel: { id: "m", name: "Model M" },
  });
  await page.calls.sendMessage({ conversationId, text: "Words", draftVersion: 1 });
  expect(session.conversation.messages.at(-1)).toMatchObject({ model: "large" });
  const after = (await page.attach()).view;
  expect({ model: after.selectedModel, own: after.ownModel }).toEqual({ model: "m" });
});

test("what was added goes along once and is shown with its message", async () => {
  const { draft } = await lab.view.conversation();
  const source = { kind: "file", path: "a.ts", languageId: "typescript" } as const;
  draft.add(createAttachment("f1", source, "let a;"));
  draft.add(createAttachment("f2", source, "let a;"));
  const page = lab.page();
  const { conversationId, view: state } = await page.attach();
  expect(state.attachments.map(({ id }) => id)).toEqual(["f1"]);
  await page.calls.sendMessage({ conversationId, text: "Explain", draftVersion: 1 });
  await settle();
  expect(lab.asked[0]?.at(-1)).toBe("```typescript path=a.ts\nlet a;\n```\n\nExplain");
  const after = await page.attach();
  expect(after.view.attachments).toEqual([]);
  expect(after.messages[0]).toMatchObject({ attachments: [{ id: "f1", name: "a.ts" }] });
});

test("another answer makes the page attach again, with both branches counted", async () => {
  const page = lab.page();
  const { conversationId } = await page.attach();
  await page.calls.sendMessage({ conversationId, text: "Hi", draftVersion: 1 });
  await settle();
  lab.say(new HubError({ kind: "overloaded" }));
  await settle();
  const messageId = (await page.attach()).messages.at(-1)?.id ?? "";
  await page.calls.regenerate({ conversationId, messageId });
  await settle();
  expect(page.reloads).toBe(1);
  const { messages, branches } = await page.attach();
  expect(branches[messages.at(-1)?.id ?? ""]).toEqual({ index: 1, count: 2 });
});

test("a long conversation opens at its end and gives the rest page by page", async () => {
  const events: ChatEvent[] = Array.from({ length: 150 }, (_, index) => ({
    kind: "userMessageAdded",
    message: {
      role: "user",
      id: `u${index}`,
      parentId: index === 0 ? null : `u${index - 1}`,
      createdAt: index,
      text: `message ${index}`,
      attachments: [],
    },
  }));
  await lab.store.append("long", events);
  await lab.view.show("long");
  const page = lab.page();
  const { messages, hasEarlier } = await page.attach();
  expect([messages.length, messages.at(-1)?.id, hasEarlier]).toEqual([60, "u149", true]);
  const earlier = await page.calls.loadEarlier({
    conversationId: "long",
    messageId: messages[0]?.id ?? "",
  });
  expect(earlier.messages.map(({ id }) => id)).toEqual(
    Array.from({ length: 60 }, (_, index) => `u${index + 30}`),
  );
});

test("an unsent edit of a message comes back until it is sent or given up", async () => {
  const page = lab.page();
  const { conversationId } = await page.attach();
  await page.calls.sendMessage({ conversationId, text: "Hi", draftVersion: 1 });
  lab.say("end");
  await settle();
  const messageId = (await page.attach()).messages[0]?.id ?? "";
  const edit = { messageId, text: "Hello" };
  await page.calls.keepEdit({ conversationId, ...edit });
  expect((await page.attach()).edits).toEqual([edit]);
  await page.calls.newChat({});
  expect((await page.attach()).edits).toEqual([]);
  await lab.view.show(conversationId);
  expect((await page.attach()).edits).toEqual([edit]);
  expect(await page.calls.editMessage({ conversationId, ...edit })).toEqual({ ok: true });
  expect((await page.attach()).edits).toEqual([]);
});

test("a draft that the disk refuses stays with the page until it is kept", async () => {
  const page = lab.page();
  const { conversationId } = await page.attach();
  const draft = { conversationId, text: "Precious words", draftVersion: 1 };
  lab.store.isFull = true;
  await expect(page.calls.saveDraft(draft)).rejects.toThrow();
  expect(lab.failures).toHaveLength(1);
  expect((await lab.view.conversation()).draft.text).toBe("Precious words");
  lab.store.isFull = false;
  await page.calls.saveDraft(draft);
  expect(lab.store.drafts.get(conversationId)).toMatchObject({ text: "Precious words" });
});
