import { expect, test } from "vitest";

import { ChatSession } from "../../../../src/chat/chatSession.ts";
import { runToolLoop } from "../../../../src/chat/tools/toolLoop.ts";
import type { ChatRequest } from "../../../../src/hub/wire/chatTypes.ts";
import { FakeClock } from "../../../support/fakeClock.ts";
import { MemoryStore } from "../../../support/memoryStore.ts";
import { call, finished, reading, text } from "./loopRun.ts";

/** A session whose first request is answered with a call of a tool, and every other with text. */
async function openSession(): Promise<{
  readonly session: ChatSession;
  readonly requests: readonly ChatRequest[];
}> {
  const requests: ChatRequest[] = [];
  async function* streamChat(request: ChatRequest) {
    await Promise.resolve();
    requests.push(request);
    yield requests.length === 1 ? call("look", { a: 1 }) : text("It is 5.");
    yield finished();
  }
  const store = new MemoryStore();
  let lastId = 0;
  const newId = (): string => `m${(lastId += 1)}`;
  const session = new ChatSession("c1", await store.load("c1"), {
    store,
    streamChat,
    clock: new FakeClock(),
    newId,
    onStorageFailure: () => undefined,
    answering: () => (request, options) =>
      runToolLoop(request, options, {
        streamChat,
        newId,
        tools: [reading("look", "five")],
        scan: (result) => result,
        approve: () => Promise.resolve("rejected"),
      }),
  });
  return { session, requests };
}

test("the next question carries the calls of the answer before, and what they told", async () => {
  const { session, requests } = await openSession();
  session.send("How many?", [], "m");
  await expect.poll(() => session.turn.state).toBe("idle");
  session.send("Sure?", [], "m");
  await expect.poll(() => session.turn.state).toBe("idle");
  expect(requests[2]?.messages.slice(1)).toEqual([
    { role: "user", content: "How many?" },
    {
      role: "assistant",
      content: "",
      toolCalls: [{ id: expect.any(String) as string, name: "look", arguments: { a: 1 } }],
    },
    { role: "tool", callId: expect.any(String) as string, content: "five" },
    { role: "assistant", content: "It is 5." },
    { role: "user", content: "Sure?" },
  ]);
});

test("compared answers are offered no tools and get the calls of the past as text", async () => {
  const { session, requests } = await openSession();
  session.send("How many?", [], "m");
  await expect.poll(() => session.turn.state).toBe("idle");
  session.send("Sure?", [], "one", "other");
  await expect.poll(() => session.turn.state).toBe("idle");
  const compared = requests.slice(2);
  expect(compared.map(({ model, tools }) => [model, tools])).toEqual([
    ["one", undefined],
    ["other", undefined],
  ]);
  for (const { messages } of compared) {
    expect(messages.some(({ role }) => role === "tool")).toBe(false);
    expect(messages[2]?.content).toContain("[Result of the tool]\nfive");
  }
});
