import { beforeEach, expect, test } from "vitest";

import { Conversations } from "../../../src/chat/conversations.ts";
import { createAttachment } from "../../../src/context/attachment.ts";
import { ChatView } from "../../../src/extension/view/chatView.ts";
import type { PageServices } from "../../../src/extension/view/pageHandlers.ts";
import type { StreamEvent } from "../../../src/hub/chatTypes.ts";
import { HubError } from "../../../src/hub/hubError.ts";
import type { Connection } from "../../../src/shared/calls/protocol.ts";
import type { ChatEvent } from "../../../src/shared/conversation.ts";
import { deferred } from "../../support/deferred.ts";
import { FakeClock } from "../../support/fakeClock.ts";
import { MemoryStore } from "../../support/memoryStore.ts";
import { settle } from "../../support/sessionLab.ts";
import { createServices, ready } from "./pageServices.ts";
import { TestPage } from "./testPage.ts";

let clock: FakeClock;
let store: MemoryStore;
let conversations: Conversations;
let services: PageServices;
let view: ChatView;
let connection: Connection;
/** Puts an event into the answer that runs. */
let say: (event: StreamEvent | "end" | Error) => void;
let asked: unknown[][];
let failures: unknown[];

beforeEach(() => {
  clock = new FakeClock();
  store = new MemoryStore();
  connection = ready;
  asked = [];
  failures = [];
  let lastId = 0;
  conversations = new Conversations({
    store,
    clock,
    newId: () => `id${(lastId += 1)}`,
    onStorageFailure: (error) => failures.push(error),
    streamChat: async function* stream(request) {
      asked.push(request.messages.map(({ content }) => content));
      const queue: (StreamEvent | "end" | Error)[] = [];
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
        if (event instanceof Error) {
          throw event;
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
  services = createServices(() => connection);
  let remembered: string | undefined;
  view = new ChatView(conversations, {
    get: () => remembered,
    set: (id) => {
      remembered = id;
    },
  });
});

test("a page attaches, sends, and sees the answer grow to the same text as the host has", async () => {
  const page = new TestPage(view, services, clock);
  const { conversationId } = await page.attach();
  expect(await page.calls.sendMessage({ conversationId, text: "Hi", draftVersion: 1 })).toEqual({
    ok: true,
  });
  await settle();
  say({ kind: "textDelta", text: "Hel" });
  await settle();
  say({ kind: "textDelta", text: "lo" });
  await settle();
  clock.advance(50);
  say({ kind: "finished", reason: "stop" });
  say("end");
  await settle();
  expect(page.texts).toEqual(["Hi", "Hello"]);
  expect(page.states.at(0)).toBe("running");
  expect(page.states.at(-1)).toBe("idle");
});

test("a page that was hidden while the answer came has all of it when it is back", async () => {
  const first = new TestPage(view, services, clock);
  const { conversationId } = await first.attach();
  await first.calls.sendMessage({ conversationId, text: "Hi", draftVersion: 1 });
  await settle();
  say({ kind: "textDelta", text: "One " });
  await settle();
  first.page.dispose();
  say({ kind: "textDelta", text: "two " });
  await settle();
  clock.advance(50);
  const second = new TestPage(view, services, clock);
  await second.attach();
  say({ kind: "textDelta", text: "three" });
  await settle();
  clock.advance(50);
  await settle();
  expect(second.texts).toEqual(["Hi", "One two three"]);
});

test("what a page that was thrown away never answered takes nothing from the one that is back", async () => {
  const page = new TestPage(view, services, clock);
  const { conversationId } = await page.attach();
  await page.calls.sendMessage({ conversationId, text: "Hi", draftVersion: 1 });
  await settle();
  page.vanish();
  say({ kind: "textDelta", text: "One " });
  await settle();
  page.page.detach();
  page.comeBack();
  await page.attach();
  clock.advance(60_000);
  await settle();
  say({ kind: "textDelta", text: "two" });
  await settle();
  expect(page.texts).toEqual(["Hi", "One two"]);
});

test("two pages of one conversation show the same", async () => {
  const pages = [new TestPage(view, services, clock), new TestPage(view, services, clock)];
  const snapshots = await Promise.all(pages.map((page) => page.attach()));
  const conversationId = snapshots[0]?.conversationId ?? "";
  await pages[0]?.calls.sendMessage({ conversationId, text: "Hi", draftVersion: 1 });
  await settle();
  say({ kind: "textDelta", text: "Hello" });
  await settle();
  expect(pages.map(({ texts }) => texts)).toEqual([
    ["Hi", "Hello"],
    ["Hi", "Hello"],
  ]);
});

test("the draft comes back; it is cleared when the message was accepted and kept when it was not", async () => {
  const page = new TestPage(view, services, clock);
  const { conversationId } = await page.attach();
  await page.calls.saveDraft({ conversationId, text: "Precious words", draftVersion: 1 });
  connection = { state: "needsBaseUrl" };
  expect(
    await page.calls.sendMessage({ conversationId, text: "Precious words", draftVersion: 1 }),
  ).toEqual({ ok: false, reason: "notConnected" });
  expect((await page.attach()).draft).toBe("Precious words");
  connection = ready;
  await page.calls.sendMessage({ conversationId, text: "Precious words", draftVersion: 2 });
  expect(await page.attach()).toMatchObject({ draft: "", draftVersion: 2 });
});

test("a model that a prompt asks for is shown, gets this message and not the next", async () => {
  const { draft, session } = await view.conversation();
  const page = new TestPage(view, services, clock);
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
  const { draft } = await view.conversation();
  const source = { kind: "file", path: "a.ts", languageId: "typescript" } as const;
  draft.add(createAttachment("f1", source, "let a;"));
  draft.add(createAttachment("f2", source, "let a;"));
  const page = new TestPage(view, services, clock);
  const { conversationId, view: state } = await page.attach();
  expect(state.attachments.map(({ id }) => id)).toEqual(["f1"]);
  await page.calls.sendMessage({ conversationId, text: "Explain", draftVersion: 1 });
  await settle();
  expect(asked[0]?.at(-1)).toBe("```typescript path=a.ts\nlet a;\n```\n\nExplain");
  const after = await page.attach();
  expect(after.view.attachments).toEqual([]);
  expect(after.messages[0]).toMatchObject({ attachments: [{ id: "f1", name: "a.ts" }] });
});

test("another answer makes the page attach again, with both branches counted", async () => {
  const page = new TestPage(view, services, clock);
  const { conversationId } = await page.attach();
  await page.calls.sendMessage({ conversationId, text: "Hi", draftVersion: 1 });
  await settle();
  say(new HubError({ kind: "overloaded" }));
  await settle();
  const messageId = (await page.attach()).messages.at(-1)?.id ?? "";
  await page.calls.regenerate({ conversationId, messageId });
  await settle();
  expect(page.reloads).toBe(1);
  const { messages, branches } = await page.attach();
  expect(branches[messages.at(-1)?.id ?? ""]).toEqual({ index: 1, count: 2 });
});

test("a page that means another conversation than the one shown changes nothing", async () => {
  const page = new TestPage(view, services, clock);
  await page.attach();
  const outcome = await page.calls.sendMessage({
    conversationId: "other",
    text: "Hi",
    draftVersion: 1,
  });
  expect(outcome).toEqual({ ok: false, reason: "moved" });
  await page.calls.saveDraft({ conversationId: "other", text: "lost?", draftVersion: 1 });
  expect((await page.attach()).draft).toBe("");
});

test("a message that left before another conversation was asked for is answered, however late the connection is there", async () => {
  const started = deferred<void>();
  const connecting = {
    ...services.connection,
    state: connection,
    start: () => started.promise,
  };
  const page = new TestPage(view, { ...services, connection: connecting }, clock);
  const { conversationId } = await page.attach();
  const sent = page.calls.sendMessage({ conversationId, text: "Hi", draftVersion: 1 });
  await settle();
  await view.show("other");
  await settle();
  started.resolve();
  expect(await sent).toEqual({ ok: true });
  expect(asked).toHaveLength(1);
  say({ kind: "textDelta", text: "Hello" });
  say({ kind: "finished", reason: "stop" });
  say("end");
  await settle();
  expect(store.events.get(conversationId)?.some(({ kind }) => kind === "answerEnded")).toBe(true);
});

test("a message that arrives while a new chat is being opened is refused, so that the page keeps it", async () => {
  const page = new TestPage(view, services, clock);
  const { conversationId } = await page.attach();
  await page.calls.sendMessage({ conversationId, text: "Hi", draftVersion: 1 });
  await settle();
  say("end");
  await settle();
  const switched = page.calls.newChat({});
  const outcome = await page.calls.sendMessage({ conversationId, text: "Lost?", draftVersion: 2 });
  await switched;
  expect(outcome).toEqual({ ok: false, reason: "moved" });
  expect(asked).toHaveLength(1);
});

test("a draft that arrives after another conversation was shown is kept with its own, but not with a deleted one", async () => {
  const page = new TestPage(view, services, clock);
  const { conversationId } = await page.attach();
  await view.show("other");
  await page.calls.saveDraft({ conversationId, text: "typed late", draftVersion: 1 });
  await settle();
  expect(store.drafts.get(conversationId)?.text).toBe("typed late");
  store.drafts.clear();
  await conversations.remove(conversationId);
  await page.calls.saveDraft({ conversationId, text: "after deletion", draftVersion: 2 });
  await settle();
  expect(store.drafts.size).toBe(0);
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
  await store.append("long", events);
  await view.show("long");
  const page = new TestPage(view, services, clock);
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

test("a draft that the disk refuses stays with the page until it is kept", async () => {
  const page = new TestPage(view, services, clock);
  const { conversationId } = await page.attach();
  const draft = { conversationId, text: "Precious words", draftVersion: 1 };
  store.isFull = true;
  await expect(page.calls.saveDraft(draft)).rejects.toThrow();
  expect(failures).toHaveLength(1);
  expect((await view.conversation()).draft.text).toBe("Precious words");
  store.isFull = false;
  await page.calls.saveDraft(draft);
  expect(store.drafts.get(conversationId)).toMatchObject({ text: "Precious words" });
});
