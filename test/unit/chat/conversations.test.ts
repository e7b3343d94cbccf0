import { beforeEach, expect, test } from "vitest";

import { Conversations, type OpenConversation } from "../../../src/chat/conversations.ts";
import { HubError } from "../../../src/hub/errors/hubError.ts";
import type { StreamOptions } from "../../../src/hub/wire/chatTypes.ts";
import type { AssistantMessage } from "../../../src/shared/conversation/conversation.ts";
import type { FailureKind } from "../../../src/shared/failures/failure.ts";
import { SessionLab, settle } from "../../support/sessionLab.ts";

let lab: SessionLab;
let conversations: Conversations;

beforeEach(() => {
  lab = new SessionLab();
  const { store, clock, newId, streamChat } = lab;
  conversations = new Conversations({
    store,
    clock,
    newId,
    streamChat,
    onStorageFailure: (error) => lab.failures.push(error),
  });
});

/** Asks in a conversation and then shows another one: the answer goes on and nobody looks. */
async function askAndLeave(
  ask: (conversation: OpenConversation) => void = ({ session }) => session.send("Q", [], "m"),
): Promise<void> {
  await conversations.use("c1", ask);
  await settle();
}

/** What the disk has of the answers of `c1`, opened anew. */
async function keptAnswers(): Promise<readonly Pick<AssistantMessage, "state" | "failure">[]> {
  const { conversation } = await lab.store.load("c1");
  return conversation.messages
    .filter((message) => message.role === "assistant")
    .map(({ state, failure }) => (failure ? { state, failure } : { state }));
}

function retry(options: StreamOptions, kind: FailureKind): void {
  options.onRetry?.({ attempt: 1, delayMs: 2_000, failure: { kind } });
}

test("an answer nobody looks at waits, is tried again, goes on and is kept; then its conversation closes", async () => {
  await askAndLeave();
  const call = lab.call(0);
  for (let tries = 0; tries < 3; tries += 1) {
    call.options.onWaiting?.({ sinceMs: 10_000 });
    retry(call.options, "rate_limited");
  }
  expect(conversations.isOpen("c1")).toBe(true);
  await call.answer("A");
  expect({ isOpen: conversations.isOpen("c1"), kept: await keptAnswers() }).toEqual({
    isOpen: false,
    kept: [{ state: "complete" }],
  });
});

test("an answer nobody looks at that waits can be stopped", async () => {
  const { conversation, hold } = await conversations.open("c1");
  conversation.session.send("Q", [], "m");
  hold.dispose();
  await settle();
  lab.call(0).options.onWaiting?.({ sinceMs: 10_000 });
  conversation.session.stop();
  await settle();
  expect({ isOpen: conversations.isOpen("c1"), kept: await keptAnswers() }).toEqual({
    isOpen: false,
    kept: [{ state: "stopped" }],
  });
});

const ends = ["budget_exhausted", "upstream_error", "dlp_request", "rate_limited"] as const;

test.each(ends)(
  "an answer nobody looks at that ends with %s is kept with its failure",
  async (kind) => {
    await askAndLeave();
    const call = lab.call(0);
    retry(call.options, "overloaded");
    await call.say(new HubError({ kind }));
    expect({ isOpen: conversations.isOpen("c1"), kept: await keptAnswers() }).toEqual({
      isOpen: false,
      kept: [{ state: "failed", failure: { kind } }],
    });
  },
);

test("what waits behind an answer nobody looks at is sent when it is complete, and kept open till the end", async () => {
  await askAndLeave(({ session, queue }) => {
    session.send("Q", [], "m");
    queue.add("Q2", [], "m");
  });
  lab.call(0).options.onWaiting?.({ sinceMs: 10_000 });
  await lab.call(0).answer("A");
  expect({ asked: lab.asked, isOpen: conversations.isOpen("c1") }).toEqual({
    asked: ["m: Q", "m: Q2"],
    isOpen: true,
  });
  retry(lab.call(1).options, "rate_limited");
  await lab.call(1).answer("A2");
  expect({ isOpen: conversations.isOpen("c1"), kept: await keptAnswers() }).toEqual({
    isOpen: false,
    kept: [{ state: "complete" }, { state: "complete" }],
  });
});

test("a conversation that is left and shown again several times during its answer stays open until it is left for good", async () => {
  await askAndLeave();
  const call = lab.call(0);
  for (let times = 0; times < 3; times += 1) {
    await conversations.use("c1", () => retry(call.options, "rate_limited"));
    await settle();
  }
  const { hold } = await conversations.open("c1");
  await call.answer("A");
  expect(conversations.isOpen("c1")).toBe(true);
  hold.dispose();
  await settle();
  expect(conversations.isOpen("c1")).toBe(false);
});
