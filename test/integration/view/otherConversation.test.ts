import { beforeEach, expect, test } from "vitest";

import { deferred } from "../../support/deferred.ts";
import { settle } from "../../support/sessionLab.ts";
import { PageLab } from "./pageLab.ts";

let lab: PageLab;

beforeEach(() => {
  lab = new PageLab();
});

test("a page that means another conversation than the one shown changes nothing", async () => {
  const page = lab.page();
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
    ...lab.services.connection,
    state: lab.connection,
    start: () => started.promise,
  };
  const page = lab.page({ ...lab.services, connection: connecting });
  const { conversationId } = await page.attach();
  const sent = page.calls.sendMessage({ conversationId, text: "Hi", draftVersion: 1 });
  await settle();
  await lab.view.show("other");
  await settle();
  started.resolve();
  expect(await sent).toEqual({ ok: true });
  expect(lab.asked).toHaveLength(1);
  lab.say({ kind: "textDelta", text: "Hello" });
  lab.say({ kind: "finished", reason: "stop" });
  lab.say("end");
  await settle();
  expect(lab.store.events.get(conversationId)?.some(({ kind }) => kind === "answerEnded")).toBe(
    true,
  );
});

test("a message that arrives while a new chat is being opened is refused, so that the page keeps it", async () => {
  const page = lab.page();
  const { conversationId } = await page.attach();
  await page.calls.sendMessage({ conversationId, text: "Hi", draftVersion: 1 });
  await settle();
  lab.say("end");
  await settle();
  const switched = page.calls.newChat({});
  const outcome = await page.calls.sendMessage({ conversationId, text: "Lost?", draftVersion: 2 });
  await switched;
  expect(outcome).toEqual({ ok: false, reason: "moved" });
  expect(lab.asked).toHaveLength(1);
});

test("a draft that arrives after another conversation was shown is kept with its own, but not with a deleted one", async () => {
  const page = lab.page();
  const { conversationId } = await page.attach();
  await lab.view.show("other");
  await page.calls.saveDraft({ conversationId, text: "typed late", draftVersion: 1 });
  await settle();
  expect(lab.store.drafts.get(conversationId)?.text).toBe("typed late");
  lab.store.drafts.clear();
  await lab.conversations.remove(conversationId);
  await page.calls.saveDraft({ conversationId, text: "after deletion", draftVersion: 2 });
  await settle();
  expect(lab.store.drafts.size).toBe(0);
});
