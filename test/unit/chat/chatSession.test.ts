import { beforeEach, expect, test } from "vitest";

import { ChatSession } from "../../../src/chat/chatSession.ts";
import type { EventBatch } from "../../../src/chat/eventBatcher.ts";
import { createAttachment } from "../../../src/context/attachment.ts";
import { HubError } from "../../../src/hub/errors/hubError.ts";
import type { StreamEvent } from "../../../src/hub/wire/chatTypes.ts";
import type { AssistantMessage } from "../../../src/shared/conversation/conversation.ts";
import { reduce, messageText, visiblePath } from "../../../src/shared/conversation/transcript.ts";
import { FakeClock } from "../../support/fakeClock.ts";
import { MemoryStore } from "../../support/memoryStore.ts";
import { HubCall, settle } from "./hubCall.ts";

let clock: FakeClock;
let store: MemoryStore;
let calls: HubCall[];
let failures: unknown[];
let batches: EventBatch[];
let session: ChatSession;

async function openSession(): Promise<ChatSession> {
  let lastId = 0;
  const opened = new ChatSession("c1", await store.load("c1"), {
    store,
    clock,
    newId: () => `m${(lastId += 1)}`,
    onStorageFailure: (error) => failures.push(error),
    streamChat: (request, options) => {
      const call = new HubCall(request, options);
      calls.push(call);
      return call.stream();
    },
  });
  opened.onDidEmit((batch) => batches.push(batch));
  return opened;
}

beforeEach(async () => {
  clock = new FakeClock();
  store = new MemoryStore();
  calls = [];
  failures = [];
  batches = [];
  session = await openSession();
});

const text = (words: string): StreamEvent => ({ kind: "textDelta", text: words });
const finished: StreamEvent = { kind: "finished", reason: "stop" };

const call = (index: number): HubCall => {
  const found = calls[index];
  if (!found) {
    throw new Error(`The hub was asked ${calls.length} times`);
  }
  return found;
};

const answer = (): AssistantMessage => {
  const last = visiblePath(session.conversation).at(-1);
  if (last?.role !== "assistant") {
    throw new Error("The last message is no answer");
  }
  return last;
};

test("a message is sent with its attachments, its answer grows and is complete only when the hub says so", async () => {
  const attachment = createAttachment(
    "f1",
    { kind: "file", path: "a.ts", languageId: "typescript" },
    "let a;",
  );
  expect(session.send("Why?", [attachment], "m-large")).toEqual({ ok: true });
  expect(call(0).request).toMatchObject({
    model: "m-large",
    messages: [
      { role: "system" },
      { role: "user", content: "```typescript path=a.ts\nlet a;\n```\n\nWhy?" },
    ],
  });
  await call(0).say({ kind: "responseStarted", model: "m-real", requestId: "r1" }, text("Be"));
  expect(answer()).toMatchObject({ state: "streaming", answeredBy: "m-real", requestId: "r1" });
  await call(0).say(
    text("cause."),
    { kind: "usage", inputTokens: 9, outputTokens: 2 },
    finished,
    "end",
  );
  expect(answer()).toMatchObject({
    state: "complete",
    finishReason: "stop",
    usage: { inputTokens: 9, outputTokens: 2 },
  });
  expect(messageText(answer())).toBe("Because.");
  expect(session.turn).toEqual({ state: "idle" });
  expect(session.conversation.title).toBe("Why?");
});

test("what the page is shown, batch by batch, makes the same conversation as the host has", async () => {
  session.send("Hi", [], "m");
  await call(0).say(text("a"), text("b"), text("c"));
  clock.advance(50);
  await call(0).say(text("d"), finished, "end");
  const shown = batches
    .flatMap(({ events }) => events)
    .reduce(reduce, {
      title: undefined,
      messages: [],
      leafId: null,
    });
  expect(shown).toEqual(session.conversation);
  expect(batches.at(-1)?.seq).toBe(batches.flatMap(({ events }) => events).length);
});

test("the first words go out at once, the next ones together soon after", async () => {
  session.send("Hi", [], "m");
  clock.advance(100);
  batches.length = 0;
  await call(0).say(text("one"), text(" two"), text(" three"));
  expect(batches.map(({ events }) => events)).toEqual([
    [{ kind: "partDelta", messageId: "m2", part: "text", text: "one" }],
  ]);
  clock.advance(80);
  expect(batches.at(-1)?.events).toEqual([
    { kind: "partDelta", messageId: "m2", part: "text", text: " two three" },
  ]);
});

test("an answer that stops coming without an end keeps its text and is incomplete", async () => {
  session.send("Hi", [], "m");
  await call(0).say(text("Half"), new HubError({ kind: "truncated" }));
  expect(answer()).toMatchObject({ state: "incomplete", failure: { kind: "truncated" } });
  expect(messageText(answer())).toBe("Half");
});

test("a stream that just ends is incomplete, too", async () => {
  session.send("Hi", [], "m");
  await call(0).say(text("Half"), "end");
  expect(answer()).toMatchObject({ state: "incomplete", failure: { kind: "truncated" } });
});

test("a failure before the first word leaves a failed answer and an idle session", async () => {
  session.send("Hi", [], "m");
  await call(0).say(new HubError({ kind: "rate_limited", retryAt: 5 }));
  expect(answer()).toMatchObject({
    state: "failed",
    failure: { kind: "rate_limited", retryAt: 5 },
  });
  expect(session.turn.state).toBe("idle");
});

test.each([
  ["length", "length_limit"],
  ["content_filter", "content_filtered"],
])("an answer that ends with %s is marked with %s", async (reason, kind) => {
  session.send("Hi", [], "m");
  await call(0).say(text("Long"), { kind: "finished", reason }, "end");
  expect(answer()).toMatchObject({ state: "incomplete", failure: { kind } });
});

test("stop ends the answer at once, aborts the request and ignores what still comes", async () => {
  session.send("Hi", [], "m");
  await call(0).say(text("Some"));
  session.stop();
  expect(answer().state).toBe("stopped");
  expect(call(0).options.signal.aborted).toBe(true);
  await call(0).say(text(" more"), finished, "end");
  expect(messageText(answer())).toBe("Some");
  expect(answer().state).toBe("stopped");
});

test("closing in mid answer leaves it incomplete, not stopped, because nobody stopped it", async () => {
  session.send("Hi", [], "m");
  await call(0).say(text("Half"));
  await session.close();
  session = await openSession();
  expect(answer()).toMatchObject({ state: "incomplete", failure: { kind: "truncated" } });
  expect(call(0).options.signal.aborted).toBe(true);
});

test("a second message waits until the first is answered", () => {
  session.send("One", [], "m");
  expect(session.send("Two", [], "m")).toEqual({ ok: false, reason: "busy" });
  expect(session.send("  ", [], "m")).toEqual({ ok: false, reason: "empty" });
});

test("continuing asks for the rest and adds it to the same answer", async () => {
  session.send("Hi", [], "m");
  await call(0).say(text("Half"), new HubError({ kind: "truncated" }));
  expect(session.continueAnswer(answer().id, "m")).toEqual({ ok: true });
  expect(call(1).request.messages.slice(1, 3)).toEqual([
    { role: "user", content: "Hi" },
    { role: "assistant", content: "Half" },
  ]);
  expect(call(1).request.messages.at(-1)?.role).toBe("user");
  await call(1).say(text(" done."), finished, "end");
  expect(answer()).toMatchObject({ state: "complete" });
  expect(answer().failure).toBeUndefined();
  expect(messageText(answer())).toBe("Half done.");
});

test("asking again and editing keep what was there as branches", async () => {
  session.send("Q1", [], "m");
  await call(0).say(text("A1"), finished, "end");
  session.regenerate(answer().id, "m");
  await call(1).say(text("A2"), finished, "end");
  expect(call(1).request.messages).toEqual(call(0).request.messages);
  session.editMessage("m1", "Q1 changed", "m");
  await call(2).say(text("A3"), finished, "end");
  const path = () => visiblePath(session.conversation).map(messageText);
  expect(path()).toEqual(["Q1 changed", "A3"]);
  session.selectBranch("m4", -1);
  expect(path()).toEqual(["Q1", "A2"]);
  session.selectBranch("m3", -1);
  expect(path()).toEqual(["Q1", "A1"]);
});

test("everything is written: a new session has the same conversation", async () => {
  session.send("Hi", [], "m");
  await call(0).say(text("Hello"), finished, "end");
  await session.close();
  const before = session.conversation;
  session = await openSession();
  expect(session.conversation).toEqual(before);
});

test("deltas are written within half a second while the answer still runs", async () => {
  session.send("Hi", [], "m");
  await call(0).say(text("Hel"), text("lo"));
  clock.advance(520);
  await settle();
  const stored = (await store.load("c1")).conversation.messages.at(-1);
  expect(stored && messageText(stored)).toBe("Hello");
});

test("an answer that was streaming when the process ended is incomplete when opened again", async () => {
  session.send("Hi", [], "m");
  await call(0).say(text("Half"));
  clock.advance(520);
  await settle();
  session = await openSession();
  expect(answer()).toMatchObject({ state: "incomplete", failure: { kind: "truncated" } });
  expect(messageText(answer())).toBe("Half");
});

test("a full disk is told, costs no words, and what failed is written with the next write", async () => {
  store.isFull = true;
  session.send("Hi", [], "m");
  await call(0).say(text("Hello"));
  expect(failures.length).toBeGreaterThan(0);
  store.isFull = false;
  await call(0).say(finished, "end");
  await settle();
  const stored = (await store.load("c1")).conversation;
  expect(stored.messages.map(messageText)).toEqual(["Hi", "Hello"]);
});

test("waiting and retries are shown while they last", async () => {
  session.send("Hi", [], "m");
  call(0).options.onRetry?.({ attempt: 2, delayMs: 500, failure: { kind: "overloaded" } });
  expect(session.turn).toMatchObject({
    state: "running",
    progress: { kind: "retrying", attempt: 2, at: clock.now() + 500 },
  });
  await call(0).say(text("Hello"));
  expect(session.turn).toEqual({ state: "running", messageId: "m2" });
});
