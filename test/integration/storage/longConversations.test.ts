import { appendFile, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { array, assert, asyncProperty, nat, tuple } from "fast-check";
import { beforeEach, expect, test } from "vitest";

import { readContent, readContentFrom } from "../../../src/extension/storage/contentReader.ts";
import { ConversationFiles } from "../../../src/extension/storage/conversationFiles.ts";
import { formatRecord, headerLine } from "../../../src/extension/storage/conversationRecords.ts";
import type { ChatEvent } from "../../../src/shared/conversation/conversation.ts";
import { visiblePath } from "../../../src/shared/conversation/transcript.ts";
import { randomEvents } from "../../support/randomEvents.ts";

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "ai-hub-"));
  path = join(folder, "c1.jsonl");
  return () => rm(folder, { recursive: true, force: true });
});

/** No two messages that are written have the same id. */
function withoutTwins(events: readonly ChatEvent[]): readonly ChatEvent[] {
  const ids = new Set<string>();
  return events.filter((event) => {
    const isTwin = "message" in event && ids.has(event.message.id);
    if ("message" in event) {
      ids.add(event.message.id);
    }
    return !isTwin;
  });
}

/** What a file holds after writes of which some were torn, and then written again whole. */
function fileOf(events: readonly ChatEvent[], faults: readonly (readonly [number, number])[]) {
  const lines = withoutTwins(events).map((event, index) => formatRecord({ event }, "w", index + 1));
  let text = headerLine("c1", undefined);
  let start = 0;
  for (const [length, fault] of [...faults, [lines.length, 0] as const]) {
    const batch = lines.slice(start, start + length).join("");
    start += length;
    const torn = batch.slice(0, fault % (batch.length + 1));
    text += fault % 3 === 0 ? `\n${batch}` : `\n${torn}${fault % 2 === 0 ? "\0\0" : ""}\n${batch}`;
  }
  return text;
}

test("wherever its end begins, it ends as the whole file does: no message lost, moved or changed", async () => {
  await assert(
    asyncProperty(
      randomEvents(),
      array(tuple(nat(12), nat(2_000)), { maxLength: 12 }),
      nat(),
      async (events, faults, at) => {
        const text = fileOf(events, faults);
        await writeFile(path, text);
        const whole = (await readContent(path)).result.conversation;
        const from = at % Buffer.byteLength(text);
        const end = (await readContentFrom(path, from)).result.conversation;
        const shown = visiblePath(end);
        if (shown.length > 0) {
          expect(end.leafId).toBe(whole.leafId);
          expect(visiblePath(whole).slice(-shown.length)).toEqual(shown);
        }
      },
    ),
    { numRuns: 100 },
  );
});

function* longEvents(turns: number): Generator<ChatEvent> {
  let parentId: string | null = null;
  for (let turn = 0; turn < turns; turn += 1) {
    const [id, messageId] = [`u${turn}`, `a${turn}`];
    const common = { createdAt: turn, parentId };
    yield {
      kind: "userMessageAdded",
      message: { ...common, role: "user", id, text: `question ${turn}`, attachments: [] },
    };
    yield {
      kind: "answerStarted",
      message: {
        ...common,
        parentId: id,
        role: "assistant",
        id: messageId,
        model: "m",
        parts: [],
        state: "streaming",
        notices: [],
      },
    };
    yield { kind: "partDelta", messageId, part: "text", text: `answer ${turn} `.repeat(200) };
    yield { kind: "answerEnded", messageId, state: "complete" };
    parentId = messageId;
  }
}

async function writeLong(turns: number): Promise<void> {
  const lines = [...longEvents(turns)].map((event, index) =>
    formatRecord({ event }, "w", index + 1),
  );
  await appendFile(path, headerLine("c1", undefined) + lines.join(""));
}

test("of a long conversation only the end is read at first, whatever its length, with the draft", async () => {
  await writeLong(2_000);
  const files = new ConversationFiles(folder);
  await files.saveDraft("c1", { text: "And", version: 3, attachments: [] });
  const end = await files.loadEnd("c1");
  expect(end?.draft.text).toBe("And");
  expect(end?.conversation.messages.length).toBeGreaterThan(60);
  expect(end?.conversation.messages.length).toBeLessThan(1_000);
  const { conversation } = await files.load("c1");
  expect(conversation.messages).toHaveLength(4_000);
  const { messages = [] } = end?.conversation ?? {};
  expect(conversation.messages.slice(-messages.length)).toEqual(messages);
});

test("a conversation that is not long, not there, or not written yet has no end of its own", async () => {
  const files = new ConversationFiles(folder);
  expect(await files.loadEnd("c1")).toBeUndefined();
  await writeLong(10);
  expect(await files.loadEnd("c1")).toBeUndefined();
  await writeLong(2_000);
  await rm(path);
  await writeFile(path, "\0".repeat(4_000_000));
  expect((await stat(path)).size).toBe(4_000_000);
  expect(await files.loadEnd("c1")).toBeUndefined();
});
