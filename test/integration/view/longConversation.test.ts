import { beforeEach, expect, test } from "vitest";

import { Conversations } from "../../../src/chat/conversations.ts";
import type { StoredConversation, StoredEnd } from "../../../src/chat/conversationStore.ts";
import { ChatView } from "../../../src/extension/view/chatView.ts";
import { messagesPage } from "../../../src/extension/view/messagePages.ts";
import type { ChatEvent } from "../../../src/shared/conversation/conversation.ts";
import {
  emptyConversation,
  reduce,
  messageText,
} from "../../../src/shared/conversation/transcript.ts";
import { FakeClock } from "../../support/fakeClock.ts";
import { MemoryStore } from "../../support/memoryStore.ts";
import { createServices, ready, unused } from "./pageServices.ts";
import { TestPage } from "./testPage.ts";

/** A disk that is slow with whole conversations; the ends of long ones are there at once. */
class SlowStore extends MemoryStore {
  readonly ends = new Map<string, readonly ChatEvent[]>();
  loads = 0;
  finish: (error?: Error) => void = unused;

  override load(id: string): Promise<StoredConversation> {
    if (!this.ends.has(id)) {
      return super.load(id);
    }
    return new Promise((resolve, reject) => {
      this.loads += 1;
      this.finish = (error) => (error ? reject(error) : resolve(super.load(id)));
    });
  }

  loadEnd(id: string): Promise<StoredEnd | undefined> {
    const events = this.ends.get(id);
    const draft = { text: "And", version: 4, attachments: [] };
    return Promise.resolve(
      events && { conversation: events.reduce(reduce, emptyConversation), draft },
    );
  }
}

function questions(from: number, to: number): ChatEvent[] {
  return Array.from({ length: to - from }, (_, index) => question(from + index));
}

/** Another version of a question. */
function questionAgain(number: number): ChatEvent {
  return question(number, `u${number}b`);
}

function question(number: number, id = `u${number}`): ChatEvent {
  return {
    kind: "userMessageAdded",
    message: {
      role: "user",
      id,
      parentId: number === 0 ? null : `u${number - 1}`,
      createdAt: 1,
      text: `question ${number}`,
      attachments: [],
    },
  };
}

let clock: FakeClock;
let store: SlowStore;
let view: ChatView;
let page: TestPage;

beforeEach(() => {
  clock = new FakeClock();
  store = new SlowStore();
  let lastId = 0;
  const conversations = new Conversations({
    store,
    clock,
    newId: () => `id${(lastId += 1)}`,
    onStorageFailure: unused,
    async *streamChat() {
      yield await Promise.resolve({ kind: "finished", reason: "stop" } as const);
    },
  });
  let remembered = "c1";
  view = new ChatView(conversations, {
    get: () => remembered,
    set: (id) => {
      remembered = id;
    },
  });
  page = new TestPage(
    view,
    createServices(() => ready),
    clock,
  );
  store.events.set("c1", questions(0, 500));
  store.ends.set("c1", questions(300, 500));
});

test("a long conversation shows its last messages before the rest is read, and no other ones after that", async () => {
  const snapshot = await page.attach();
  expect(snapshot).toMatchObject({ conversationId: "c1", hasEarlier: true, draft: "And" });
  expect(snapshot.messages.map(messageText)).toEqual(questions(440, 500).map(textOfEvent));
  const earlier = page.calls.loadEarlier({ conversationId: "c1", messageId: "u440" });
  store.finish();
  expect((await earlier).messages.map(({ id }) => id).at(0)).toBe("u380");
  expect(page.reloads).toBe(0);
});

test("what is sent meanwhile goes out when the rest is there, behind all of it", async () => {
  await page.attach();
  const sent = page.calls.sendMessage({ conversationId: "c1", text: "Now", draftVersion: 5 });
  store.finish();
  expect(await sent).toEqual({ ok: true });
  await expect.poll(() => page.texts).toContain("Now");
  const { session } = await view.conversation();
  expect(session.conversation.messages).toHaveLength(502);
  expect(session.conversation.messages[500]).toMatchObject({ text: "Now", parentId: "u499" });
  expect(page.reloads).toBe(0);
});

test("an end that is shorter than a page stays as it is, and what is before it comes when it is asked for", async () => {
  store.ends.set("c1", questions(490, 500));
  const snapshot = await page.attach();
  expect(snapshot.messages).toHaveLength(10);
  expect(snapshot.hasEarlier).toBe(true);
  const earlier = page.calls.loadEarlier({ conversationId: "c1", messageId: "u490" });
  store.finish();
  expect((await earlier).messages.map(({ id }) => id).at(-1)).toBe("u489");
  expect(page.reloads).toBe(0);
});

test("a question with two versions in the end stays as it is, too, whatever versions are before it", async () => {
  const before = [...questions(0, 480), questionAgain(480), ...questions(480, 490)];
  const end = [...questions(490, 500), questionAgain(499)];
  store.events.set("c1", [...before, ...end]);
  store.ends.set("c1", end);
  const snapshot = await page.attach();
  expect(snapshot.branches).toEqual({ u499b: { index: 1, count: 2 } });
  store.finish();
  await view.conversation();
  expect(page.reloads).toBe(0);
});

test.each([
  { what: "another last message", whole: [...questions(0, 500), questionAgain(499)], from: 490 },
  {
    what: "another version of a shown one",
    whole: [...questions(0, 496), questionAgain(496), ...questions(496, 500)],
    from: 496,
  },
  { what: "nothing before it", whole: questions(490, 500), from: 490 },
])(
  "a page that shows an end which the whole has not asks for everything anew: $what",
  async ({ whole, from }) => {
    store.events.set("c1", whole);
    store.ends.set("c1", questions(from, 500));
    await page.attach();
    store.finish();
    await expect.poll(() => page.reloads).toBe(1);
    const anew = await page.attach();
    expect(anew).toMatchObject(messagesPage(whole.reduce(reduce, emptyConversation)));
  },
);

test("where the rest cannot be read the page is told so, and not asked again and again", async () => {
  await page.attach();
  store.finish(new Error("bad sector"));
  await expect.poll(() => page.reloads).toBe(1);
  const again = page.attach();
  await expect.poll(() => store.loads).toBe(2);
  store.finish(new Error("bad sector"));
  await expect(again).rejects.toThrow();
  expect(page.reloads).toBe(1);
});

test("another conversation can be shown before a long one is read; the long one stays away", async () => {
  store.events.set("c2", questions(0, 2));
  await page.attach();
  const finishLong = store.finish;
  await view.show("c2");
  finishLong();
  expect((await page.attach()).conversationId).toBe("c2");
  expect((await view.conversation()).session.id).toBe("c2");
});

test("a long conversation takes the place of another as soon as its end is read", async () => {
  store.events.set("c2", questions(0, 2));
  await view.show("c2");
  await view.show("c1");
  expect((await page.attach()).messages.at(-1)?.id).toBe("u499");
  store.finish();
  expect((await view.conversation()).session.conversation.messages).toHaveLength(500);
});

function textOfEvent(event: ChatEvent): string {
  return event.kind === "userMessageAdded" ? event.message.text : "";
}
