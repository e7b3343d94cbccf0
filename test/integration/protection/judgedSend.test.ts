import { expect, test } from "vitest";

import { Conversations } from "../../../src/chat/conversations.ts";
import type { Decisions } from "../../../src/chat/protection/decisions.ts";
import { protectedStream } from "../../../src/chat/protection/protectedStream.ts";
import { TextScanner } from "../../../src/chat/protection/textScanner.ts";
import { createAttachment } from "../../../src/context/attachment.ts";
import { undecidedIn } from "../../../src/extension/protection/undecidedIn.ts";
import { ChatView } from "../../../src/extension/view/chatView.ts";
import type { PageServices } from "../../../src/extension/view/pageHandlers.ts";
import type { DlpMode } from "../../../src/shared/guarded/protection.ts";
import { FakeClock } from "../../support/fakeClock.ts";
import { MemoryStore } from "../../support/memoryStore.ts";
import { noFeatures } from "../../support/noFeatures.ts";
import { settle } from "../../support/sessionLab.ts";
import { cpf, idOf, protectionIn, streamOf } from "../../unit/chat/protection/streams.ts";
import { createServices, ready } from "../view/pageServices.ts";
import { TestPage } from "../view/testPage.ts";

const text = `Who is CPF ${cpf}?`;
const draft = { text, draftVersion: 1 };
const question = {
  ok: false,
  reason: "decideFirst",
  report: { undecided: 1, draftVersion: 1, values: [{ kind: "cpf", id: idOf(cpf) }] },
};

interface Opened {
  readonly page: TestPage;
  readonly view: ChatView;
  readonly conversationId: string;
  readonly decisions: Decisions;
  /** Last messages that reached the model. */
  readonly left: unknown[];
  /** What was queued or sent to several models. */
  readonly passed: unknown[];
}

async function open(mode: DlpMode, more: Partial<PageServices> = {}): Promise<Opened> {
  const { protection, decisions } = protectionIn(mode);
  const left: unknown[] = [];
  const clock = new FakeClock();
  let lastId = 0;
  const conversations = new Conversations({
    store: new MemoryStore(),
    clock,
    newId: () => `id${(lastId += 1)}`,
    onStorageFailure: () => undefined,
    streamChat: protectedStream(
      ({ messages }) => {
        left.push(messages.at(-1)?.content);
        return streamOf({ kind: "finished", reason: "stop" });
      },
      protection,
      () => Promise.resolve("cancel"),
    ),
  });
  let shown: string | undefined;
  const view = new ChatView(conversations, { get: () => shown, set: (id) => (shown = id) });
  const passed: unknown[] = [];
  const pass = (params: unknown): { readonly ok: true } => {
    passed.push(params);
    return { ok: true };
  };
  const turns: PageServices["features"]["turns"] = {
    handlers: (of) => ({
      ...noFeatures.turns.handlers(of),
      queueMessage: pass,
      sendToCompare: pass,
    }),
  };
  const services: PageServices = {
    ...createServices(() => ready),
    features: { ...noFeatures, turns },
    undecidedIn: undecidedIn({ protection, decisions, scanner: new TextScanner() }),
    ...more,
  };
  const page = new TestPage(view, services, clock);
  const { conversationId } = await page.attach();
  return { page, view, conversationId, decisions, left, passed };
}

test.each(["warn", "block"] as const)(
  "in mode %s one call answers with the question, nothing leaves, and after the decision the same call sends",
  async (mode) => {
    const { page, conversationId, decisions, left } = await open(mode);
    const message = { conversationId, ...draft };
    expect(await page.calls.sendMessage(message)).toMatchObject(question);
    await settle();
    expect(page.texts).toEqual([]);
    expect(left).toEqual([]);
    decisions.decide(conversationId, [idOf(cpf)], "allow");
    expect(await page.calls.sendMessage(message)).toEqual({ ok: true });
    await expect.poll(() => left).toEqual([text]);
  },
);

test.each([
  ["mask", "Who is CPF [CPF_1]?"],
  ["off", text],
] as const)("in mode %s a message is sent without a question", async (mode, sent) => {
  const { page, conversationId, left } = await open(mode);
  expect(await page.calls.sendMessage({ conversationId, ...draft })).toEqual({ ok: true });
  await expect.poll(() => left).toEqual([sent]);
});

test("the text of the call is judged, not an older draft, and an attachment's text too", async () => {
  const { page, view, conversationId, left } = await open("warn");
  await page.calls.saveDraft({ conversationId, text: "nothing special", draftVersion: 1 });
  const later = { conversationId, text, draftVersion: 2 };
  expect(await page.calls.sendMessage(later)).toMatchObject({ reason: "decideFirst" });
  const conversation = await view.conversation();
  const source = { kind: "file", path: "clients.csv", languageId: "csv" } as const;
  conversation.draft.add(createAttachment("a1", source, `name;cpf\nAna;${cpf}\n`));
  const harmless = { conversationId, text: "Who is in it?", draftVersion: 3 };
  expect(await page.calls.sendMessage(harmless)).toMatchObject({
    reason: "decideFirst",
    report: { values: [{ place: { where: "attachment", attachmentId: "a1", line: 2 } }] },
  });
  await settle();
  expect(left).toEqual([]);
});

test("a message that is queued or goes to several models is asked about, too", async () => {
  const { page, conversationId, decisions, passed } = await open("warn");
  const message = { conversationId, ...draft };
  const compared = { ...message, models: ["a", "b"] };
  expect(await page.calls.queueMessage(message)).toMatchObject(question);
  expect(await page.calls.sendToCompare(compared)).toMatchObject(question);
  expect(passed).toEqual([]);
  decisions.decide(conversationId, [idOf(cpf)], "mask");
  expect(await page.calls.queueMessage(message)).toEqual({ ok: true });
  expect(await page.calls.sendToCompare(compared)).toEqual({ ok: true });
  expect(passed).toEqual([message, compared]);
});

test("a failure to judge holds nothing up and lets nothing out: the stream judges again", async () => {
  const { page, conversationId, left } = await open("warn", {
    undecidedIn: () => Promise.reject(new Error("no key")),
  });
  expect(await page.calls.sendMessage({ conversationId, ...draft })).toEqual({ ok: true });
  await settle();
  expect(page.texts).toContain(text);
  expect(left).toEqual([]);
});

test("the question is only about the conversation that the page shows", async () => {
  const { page, view, conversationId, left } = await open("warn");
  await view.show("other");
  const outcome = await page.calls.sendMessage({ conversationId, ...draft });
  expect(outcome).toEqual({ ok: false, reason: "moved" });
  expect(left).toEqual([]);
});
