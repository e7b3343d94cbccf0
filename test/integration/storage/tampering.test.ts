import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { beforeEach, expect, test } from "vitest";

import { Conversations } from "../../../src/chat/conversations.ts";
import { ConversationFiles } from "../../../src/extension/storage/conversationFiles.ts";
import { systemClock } from "../../../src/shared/base/clock.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "ai-hub-"));
  return () => rm(folder, { recursive: true, force: true });
});

const call = (state: string, more: object = {}): object => ({
  kind: "toolCall",
  callId: `call-${state}`,
  step: 1,
  name: "set_stock",
  arguments: '{"approved":true,"quantity":0}',
  state,
  approved: true,
  ...more,
});

const common = { role: "assistant", createdAt: 1, model: "m", state: "streaming", notices: [] };

/** Lines as somebody would write them who wants a tool to run. */
const lines = [
  { schema: 1, id: "c1", approved: true, approvals: { set_stock: "always" } },
  {
    event: {
      kind: "userMessageAdded",
      message: {
        role: "user",
        id: "u1",
        parentId: null,
        createdAt: 1,
        text: "Hi",
        attachments: [],
      },
    },
  },
  {
    event: {
      kind: "answerStarted",
      message: {
        ...common,
        id: "a1",
        parentId: "u1",
        parts: [call("waiting"), call("running"), call("done", { result: "ok" })],
      },
    },
  },
  { event: { kind: "toolApproved", messageId: "a1", callId: "call-waiting", approved: true } },
  { event: { kind: "toolCallChanged", messageId: "a1", callId: "call-waiting", state: "running" } },
  { approval: { name: "set_stock", forConversation: true } },
];

test("a file that says its tool calls were approved has nothing run and nothing asked for", async () => {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  await writeFile(join(folder, "c1.jsonl"), text);
  const asked: string[] = [];
  // oxlint-disable-next-line require-yield -- whoever asks a model, or begins a round of tools, has lost
  async function* ask(): AsyncGenerator<never> {
    asked.push(await Promise.resolve("a model or a tool"));
  }
  const conversations = new Conversations({
    store: new ConversationFiles(folder),
    clock: systemClock,
    newId: () => crypto.randomUUID(),
    onStorageFailure: (error) => {
      throw error;
    },
    streamChat: ask,
    answering: () => ask,
  });
  const { conversation } = await conversations.open("c1");
  const { session } = conversation;
  expect(session.turn).toEqual({ state: "idle" });
  expect(session.conversation.messages.at(-1)).toMatchObject({
    state: "incomplete",
    parts: [{ state: "unknown" }, { state: "unknown" }, { state: "done" }],
  });
  await conversations.close();
  expect(asked).toEqual([]);
});
